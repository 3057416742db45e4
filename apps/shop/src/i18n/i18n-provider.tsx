import type { Messages as PaymentMessages } from '@galla/react'
import { failureMessage, en as paymentEn } from '@galla/react/components'
import { hi as paymentHi } from '@galla/react/i18n/hi'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { FailureCodes } from '../shop-api.ts'
import { en, type Messages } from './en.ts'
import { isLocale, type Locale } from './locales.ts'

const STORAGE_KEY = 'tea-language'

interface I18n extends Translation {
  readonly setLocale: (locale: Locale) => void
}

const I18nContext = createContext<I18n | undefined>(undefined)

interface Translation {
  readonly messages: Messages
  readonly locale: Locale
  /** Of the payment components, which have English and Hindi of their own. */
  readonly payment?: Partial<PaymentMessages>
}

const ENGLISH: Translation = { locale: 'en', messages: en }

/** Provides the shop's language. English is part of the page; another language and its font are loaded when it is chosen. */
export function I18nProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(initialLocale)
  const [translation, setTranslation] = useState(wanted === 'en' ? ENGLISH : undefined)

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
  const value = useMemo<I18n | undefined>(
    () =>
      translation && {
        ...translation,
        setLocale(chosen) {
          setWanted(chosen)
          storeLocale(chosen)
        },
      },
    [translation],
  )
  return value && <I18nContext value={value}>{children}</I18nContext>
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

const both = async (messages: Promise<Messages>, payment: Promise<PaymentMessages>): Promise<Loaded> => ({
  messages: await messages,
  payment: await payment,
})

async function loadTranslation(locale: Locale): Promise<Translation> {
  if (locale === 'en') return ENGLISH
  try {
    return { locale, ...(await LOADERS[locale]()) }
  } catch {
    // The chunk did not load: English is better than an empty page.
    return ENGLISH
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

/** The messages of the payment components in the shop's language. */
export function paymentMessagesOf({ locale, payment }: Translation): PaymentMessages {
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
