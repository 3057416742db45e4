import { Button, needsReload } from '@galla/react/components'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { en, type Messages } from './en.ts'
import { isLocale, LOCALES, type Locale, nameOf } from './locales.ts'

interface Translation {
  locale: Locale
  messages: Messages
}

interface I18n extends Translation {
  setLocale: (locale: Locale) => void
  /** Why the language that was chosen last could not be loaded. */
  notLoaded: { readonly error: unknown } | undefined
}

const I18nContext = createContext<I18n | undefined>(undefined)

const ENGLISH: Translation = { locale: 'en', messages: en }

/**
 * Provides the page's language. English is part of the page, and is shown until another one has arrived. A language that cannot be loaded
 * changes nothing.
 */
export function I18nProvider({ children }: { children: ReactNode }) {
  const [first] = useState(initialLocale)
  const [translation, setTranslation] = useState(ENGLISH)
  const [notLoaded, setNotLoaded] = useState<I18n['notLoaded']>()
  const wanted = useRef<Locale>(undefined)

  const load = useCallback(async (locale: Locale): Promise<boolean> => {
    wanted.current = locale
    setNotLoaded(undefined)
    const loaded = await loadMessages(locale).catch((error: unknown) => ({ error }))
    // Another language was chosen meanwhile.
    if (wanted.current !== locale) return false
    if ('error' in loaded) {
      setNotLoaded(loaded)
      return false
    }
    setTranslation({ locale, messages: loaded })
    return true
  }, [])

  useEffect(() => void load(first), [load, first])
  useEffect(() => {
    document.documentElement.lang = translation.locale
  }, [translation])

  const value = useMemo<I18n>(
    () => ({
      ...translation,
      notLoaded,
      setLocale: (locale) =>
        void load(locale).then((changed) => {
          if (changed) storeLocale(locale)
        }),
    }),
    [translation, notLoaded, load],
  )
  return <I18nContext value={value}>{children}</I18nContext>
}

const LOADERS: { readonly [Name in Exclude<Locale, 'en'>]: () => Promise<Messages> } = {
  hi: () => import('./hi.ts').then(({ hi }) => hi),
  bn: () => import('./bn.ts').then(({ bn }) => bn),
  mr: () => import('./mr.ts').then(({ mr }) => mr),
  ta: () => import('./ta.ts').then(({ ta }) => ta),
  te: () => import('./te.ts').then(({ te }) => te),
}

const loadMessages = async (locale: Locale): Promise<Messages> => (locale === 'en' ? en : LOADERS[locale]())

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
  const { messages, locale: current, setLocale, notLoaded } = useI18n()
  return (
    <>
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
      <p className="galla-muted small" role="status">
        {notLoaded && messages.languageNotLoaded}
      </p>
      {notLoaded && needsReload({ ...notLoaded, retries: 0 }) && (
        <Button variant="link" onClick={() => window.location.reload()}>
          {messages.reloadPage}
        </Button>
      )}
    </>
  )
}
