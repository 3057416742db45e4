import type { Messages as PaymentMessages } from '@galla/react'
import { failureMessage, en as paymentEn } from '@galla/react/components'
import { hi as paymentHi } from '@galla/react/i18n/hi'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { FailureCodes } from '../shop-api.ts'
import { en, type Messages } from './en.ts'
import { isLocale, type Locale } from './locales.ts'

const STORAGE_KEY = 'tea-language'

interface I18n extends Translation {
  readonly setLocale: (locale: Locale) => void
  /** The language that was chosen last could not be loaded. */
  readonly notLoaded: boolean
}

const I18nContext = createContext<I18n | undefined>(undefined)

interface Translation {
  readonly messages: Messages
  readonly locale: Locale
  /** Texts of the payment components, which have English and Hindi built in. */
  readonly payment?: Partial<PaymentMessages>
}

const ENGLISH: Translation = { locale: 'en', messages: en }

/**
 * Provides the shop's language. English is part of the page, and is shown until another language has arrived. A language that cannot be
 * loaded changes nothing.
 */
export function I18nProvider({ children }: { children: ReactNode }) {
  const [first] = useState(initialLocale)
  const [translation, setTranslation] = useState(ENGLISH)
  const [notLoaded, setNotLoaded] = useState(false)
  const wanted = useRef<Locale>(undefined)

  const load = useCallback(async (locale: Locale): Promise<boolean> => {
    wanted.current = locale
    setNotLoaded(false)
    const loaded = await loadTranslation(locale).catch(() => undefined)
    // Another language was chosen meanwhile.
    if (wanted.current !== locale) return false
    setNotLoaded(!loaded)
    setTranslation((before) => loaded ?? before)
    return loaded !== undefined
  }, [])

  useEffect(() => void load(first), [load, first])
  useEffect(() => {
    document.documentElement.lang = translation.locale
  }, [translation])
  const value = useMemo<I18n>(
    () => ({
      ...translation,
      notLoaded,
      setLocale: (chosen) =>
        void load(chosen).then((changed) => {
          if (changed) storeLocale(chosen)
        }),
    }),
    [translation, notLoaded, load],
  )
  return <I18nContext value={value}>{children}</I18nContext>
}

type Loaded = Omit<Translation, 'locale'>

const LOADERS: { readonly [Name in Exclude<Locale, 'en'>]: () => Promise<Loaded> } = {
  hi: async () => ({ messages: (await import('./hi.ts')).hi }),
  bn: () =>
    both(
      import('./bn.ts').then(({ bn }) => bn),
      import('@galla/react/i18n/bn').then(({ bn }) => bn),
    ),
  mr: () =>
    both(
      import('./mr.ts').then(({ mr }) => mr),
      import('@galla/react/i18n/mr').then(({ mr }) => mr),
    ),
  ta: () =>
    both(
      import('./ta.ts').then(({ ta }) => ta),
      import('@galla/react/i18n/ta').then(({ ta }) => ta),
    ),
  te: () =>
    both(
      import('./te.ts').then(({ te }) => te),
      import('@galla/react/i18n/te').then(({ te }) => te),
    ),
}

const both = async (loading: Promise<Messages>, loadingPayment: Promise<PaymentMessages>): Promise<Loaded> => {
  const [messages, payment] = await Promise.all([loading, loadingPayment])
  return { messages, payment }
}

const loadTranslation = async (locale: Locale): Promise<Translation> =>
  locale === 'en' ? ENGLISH : { locale, ...(await LOADERS[locale]()) }

export function useI18n(): I18n {
  const value = useContext(I18nContext)
  if (!value) throw new Error('useI18n: the component must be inside <I18nProvider>')
  return value
}

export function useMessages(): Messages {
  return useI18n().messages
}

/** The messages of the payment components in the shop's language. */
export function paymentMessagesOf({ locale, payment }: Omit<Translation, 'messages'>): PaymentMessages {
  return { ...(locale === 'hi' ? paymentHi : paymentEn), ...payment }
}

/** Why an attempt failed, in the shop's language; undefined when the payer ended it. */
export function failureText(translation: Translation, failure: FailureCodes): string | undefined {
  const messages = paymentMessagesOf(translation)
  const text = failureMessage(messages, failure)
  return text === messages.reasonCancelled ? undefined : text
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
