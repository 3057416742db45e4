import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en, type Messages } from './en.ts'
import { hi } from './hi.ts'
import { isLocale, type Locale } from './locales.ts'

const TRANSLATIONS: { readonly [Name in Locale]: Messages } = { en, hi }
const STORAGE_KEY = 'tea-language'

interface I18n {
  readonly messages: Messages
  readonly locale: Locale
  readonly setLocale: (locale: Locale) => void
}

const I18nContext = createContext<I18n | undefined>(undefined)

/** Provides the shop's language. */
export function I18nProvider({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState(initialLocale)
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  const value = useMemo<I18n>(
    () => ({
      messages: TRANSLATIONS[locale],
      locale,
      setLocale(chosen) {
        setLocale(chosen)
        storeLocale(chosen)
      },
    }),
    [locale],
  )
  return <I18nContext value={value}>{children}</I18nContext>
}

export function useI18n(): I18n {
  const value = useContext(I18nContext)
  if (!value) throw new Error('useI18n: the component must be inside <I18nProvider>')
  return value
}

export function useMessages(): Messages {
  return useI18n().messages
}

/** A message with its placeholders filled in. */
export function formatMessage(message: string, values: { readonly [name: string]: string | number }): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}

/** The stored choice, else the first of the browser's languages that the shop has, else English. */
function initialLocale(): Locale {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    if (isLocale(stored)) return stored
  } catch {
    // Storage is denied: the browser's languages decide.
  }
  return navigator.languages.map((tag) => tag.split('-', 1)[0]).find(isLocale) ?? 'en'
}

function storeLocale(locale: Locale): void {
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch {
    // The choice lasts until the page is left.
  }
}
