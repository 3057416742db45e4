import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en, type Words } from './en.ts'
import { hi } from './hi.ts'

export type Language = 'en' | 'hi'

const DICTIONARIES: { readonly [Name in Language]: Words } = { en, hi }
const KEY = 'tea-language'

interface Spoken {
  readonly words: Words
  readonly language: Language
  readonly speak: (language: Language) => void
}

const SpokenContext = createContext<Spoken | undefined>(undefined)

/** Gives the shop its language: what was chosen here before, else the first of the browser's that the stall speaks. */
export function WordsProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(rememberedLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const spoken = useMemo<Spoken>(
    () => ({
      words: DICTIONARIES[language],
      language,
      speak(chosen) {
        setLanguage(chosen)
        remember(chosen)
      },
    }),
    [language],
  )
  return <SpokenContext value={spoken}>{children}</SpokenContext>
}

export function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext)
  if (!spoken) throw new Error('useSpoken needs <WordsProvider> above it')
  return spoken
}

export function useWords(): Words {
  return useSpoken().words
}

/** A sentence with its names filled in. */
export function fill(sentence: string, values: { readonly [name: string]: string | number }): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

function rememberedLanguage(): Language {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept === 'en' || kept === 'hi') return kept
  } catch {
    // Storage may be denied: then the browser's own list decides each time.
  }
  return navigator.languages.find((tag) => /^(?:en|hi)\b/.test(tag))?.startsWith('hi') ? 'hi' : 'en'
}

function remember(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // It lasts as long as the page.
  }
}
