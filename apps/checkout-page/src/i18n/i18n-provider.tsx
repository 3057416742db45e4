import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en, type Messages } from './en.ts'
import { isLocale, LOCALES, type Locale, nameOf } from './locales.ts'

interface Translation {
  locale: Locale
  messages: Messages
}

interface I18n extends Translation {
  setLocale: (locale: Locale) => void
}

const I18nContext = createContext<I18n | undefined>(undefined)

/** Provides the page's language. English is part of the page; the others and their fonts are loaded when chosen. */
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

const LOADERS: { readonly [Name in Exclude<Locale, 'en'>]: () => Promise<Messages> } = {
  hi: () => import('./hi.ts').then(({ hi }) => hi),
  bn: () => import('./bn.ts').then(({ bn }) => bn),
  mr: () => import('./mr.ts').then(({ mr }) => mr),
  ta: () => import('./ta.ts').then(({ ta }) => ta),
  te: () => import('./te.ts').then(({ te }) => te),
}

async function loadTranslation(locale: Locale): Promise<Translation> {
  if (locale === 'en') return { locale, messages: en }
  try {
    return { locale, messages: await LOADERS[locale]() }
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

/**
 * The language that the shop names in the address, `#lang=hi`; else the stored choice, else the first of the browser's languages
 * that the page has, else English. The address's language is stored, so that a reload or a later visit keeps it.
 */
function initialLocale(): Locale {
  const named = new URLSearchParams(window.location.hash.slice(1)).get('lang')
  if (isLocale(named)) {
    storeLocale(named)
    return named
  }
  const stored = readStoredLocale()
  if (isLocale(stored)) return stored
  return navigator.languages.map((tag) => tag.split('-', 1)[0]).find(isLocale) ?? 'en'
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

export function LanguageSwitch() {
  const { messages, locale: current, setLocale } = useI18n()
  return (
    <label className="language-switch">
      <span className="galla-visually-hidden">{messages.language}</span>
      <span className="language-name" aria-hidden="true">
        {nameOf(current)}
      </span>
      <select value={current} onChange={({ target }) => isLocale(target.value) && setLocale(target.value)}>
        {LOCALES.map(({ locale, name }) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
