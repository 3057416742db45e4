import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en, type Words } from './en.ts'
import { type Language, rememberedLanguage, rememberLanguage } from './language.ts'

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
