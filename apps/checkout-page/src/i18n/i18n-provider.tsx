import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en, type Messages } from './en.ts'

export type Locale = 'en' | 'hi'

interface Translation {
  locale: Locale
  messages: Messages
}

interface I18n extends Translation {
  setLocale: (locale: Locale) => void
}

const I18nContext = createContext<I18n | undefined>(undefined)

/** Provides the page's language. English is part of the page; Hindi and its font are loaded when chosen. */
export function I18nProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(initialLocale)
  const [translation, setTranslation] = useState<Translation | undefined>(
    wanted === 'en' ? { locale: 'en', messages: en } : undefined,
  )

  useEffect(() => {
    let current = true
    void loadTranslation(wanted).then((loaded) => current && setTranslation(loaded))
    return () => {
      current = false
    }
  }, [wanted])

  useEffect(() => {
    if (translation) document.documentElement.lang = translation.locale
  }, [translation])

  const value = useMemo(
    () =>
      translation && {
        ...translation,
        setLocale: (locale: Locale) => {
          storeLocale(locale)
          setWanted(locale)
        },
      },
    [translation],
  )
  return value && <I18nContext value={value}>{children}</I18nContext>
}

async function loadTranslation(locale: Locale): Promise<Translation> {
  if (locale === 'en') return { locale, messages: en }
  try {
    return { locale, messages: (await import('./hi.ts')).hi }
  } catch {
    // The chunk did not load: English is better than an empty page.
    return { locale: 'en', messages: en }
  }
}

export function useI18n(): I18n {
  const value = useContext(I18nContext)
  if (!value) throw new Error('useI18n: the component must be inside <I18nProvider>')
  return value
}

export function useMessages(): Messages {
  return useI18n().messages
}

const STORAGE_KEY = 'checkout-language'

/** The stored choice, else the first of the browser's languages that the page has, else English. */
function initialLocale(): Locale {
  const stored = readStoredLocale()
  if (stored === 'en' || stored === 'hi') return stored
  const preferred = navigator.languages.find((tag) => /^(?:en|hi)\b/.test(tag))
  return preferred?.startsWith('hi') ? 'hi' : 'en'
}

function readStoredLocale(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function storeLocale(locale: Locale): void {
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch {
    // Storage is denied, as in some frames: the choice lasts until the page is left.
  }
}

const LOCALES = [
  { locale: 'en', name: 'English' },
  { locale: 'hi', name: 'हिन्दी' },
] as const

export function LanguageSwitch() {
  const { messages, locale: current, setLocale } = useI18n()
  return (
    <nav className="language-switch" aria-label={messages.language}>
      {LOCALES.map(({ locale, name }) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === current}
          onClick={() => setLocale(locale)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
