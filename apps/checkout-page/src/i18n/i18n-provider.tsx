import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en, type Words } from './en.ts'

interface Spoken {
  words: Words
  language: Language
  speak: (language: Language) => void
}

const SpokenContext = createContext<Spoken | undefined>(undefined)

/** Gives the page its language. English is there from the start; Hindi comes with its dictionary and its letters when chosen. */
export function WordsProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(rememberedLanguage)
  const [spoken, setSpoken] = useState<{ language: Language; words: Words } | undefined>(
    wanted === 'en' ? { language: 'en', words: en } : undefined,
  )

  useEffect(() => {
    let current = true
    void dictionary(wanted).then((found) => current && setSpoken(found))
    return () => {
      current = false
    }
  }, [wanted])

  useEffect(() => {
    if (spoken) document.documentElement.lang = spoken.language
  }, [spoken])

  const value = useMemo(
    () =>
      spoken && {
        ...spoken,
        speak: (language: Language) => {
          rememberLanguage(language)
          setWanted(language)
        },
      },
    [spoken],
  )
  return value && <SpokenContext value={value}>{children}</SpokenContext>
}

async function dictionary(language: Language): Promise<{ language: Language; words: Words }> {
  if (language === 'en') return { language, words: en }
  try {
    return { language, words: (await import('./hi.ts')).hi }
  } catch {
    // The line broke while the dictionary was on its way: English is better than an empty page.
    return { language: 'en', words: en }
  }
}

export function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext)
  if (!spoken) throw new Error('useSpoken needs <WordsProvider> above it')
  return spoken
}

export function useWords(): Words {
  return useSpoken().words
}

export type Language = 'en' | 'hi'

const KEY = 'checkout-language'

/** What was chosen here before, else the first of the browser's languages that we speak, else English. */
export function rememberedLanguage(): Language {
  const remembered = read()
  if (remembered === 'en' || remembered === 'hi') return remembered
  const preferred = navigator.languages.find((tag) => /^(?:en|hi)\b/.test(tag))
  return preferred?.startsWith('hi') ? 'hi' : 'en'
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // A frame may be denied storage; the choice then lasts as long as the page.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const LANGUAGES = [
  { language: 'en', name: 'English' },
  { language: 'hi', name: 'हिन्दी' },
] as const

/** The languages, each by its own name. */
export function Languages() {
  const { words, language: current, speak } = useSpoken()
  return (
    <nav className="languages" aria-label={words.language}>
      {LANGUAGES.map(({ language, name }) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => speak(language)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
