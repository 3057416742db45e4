import type { Paise } from '@galla/contract/money'
import type { MandateTerms } from '@galla/contract/provider/subscriptions'
import { formatAmount } from '@galla/react/components'
import { useI18n } from '../i18n/i18n-provider.tsx'
import type { Locale } from '../i18n/locales.ts'
import { bn } from './bn.ts'
import { en, type MandateMessages } from './en.ts'
import { hi } from './hi.ts'
import { mr } from './mr.ts'
import { ta } from './ta.ts'
import { te } from './te.ts'

/** Messages of mandates and dates in the page's language. */
export interface MandateTexts {
  readonly messages: MandateMessages
  /** A day in India, `31 January 2027`. */
  readonly day: (ms: number) => string
  /** A day and time in India, without seconds. */
  readonly time: (ms: number) => string
}

export function useMandateTexts(): MandateTexts {
  return TEXTS[useI18n().locale]
}

const WITH_DAY_PERIOD: Intl.DateTimeFormatOptions = {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  dayPeriod: 'short',
}

/** The time of the day: `12:00 pm`; where the part of the day stands before the hour, as in `दोपहर 12:00`, with it. */
const TIMES: { readonly [Name in Locale]: Intl.DateTimeFormatOptions } = {
  en: { timeStyle: 'short' },
  hi: WITH_DAY_PERIOD,
  bn: { timeStyle: 'short' },
  mr: WITH_DAY_PERIOD,
  ta: WITH_DAY_PERIOD,
  te: { timeStyle: 'short' },
}

const TEXTS: { readonly [Name in Locale]: MandateTexts } = {
  en: textsOf('en', en),
  hi: textsOf('hi', hi),
  bn: textsOf('bn', bn),
  mr: textsOf('mr', mr),
  ta: textsOf('ta', ta),
  te: textsOf('te', te),
}

function textsOf(locale: Locale, messages: MandateMessages): MandateTexts {
  // The digits of amounts, in every language.
  const zone = { timeZone: 'Asia/Kolkata', numberingSystem: 'latn' }
  const day = new Intl.DateTimeFormat(`${locale}-IN`, { ...zone, dateStyle: 'long' })
  const time = new Intl.DateTimeFormat(`${locale}-IN`, { ...zone, ...TIMES[locale] })
  return { messages, day: (ms) => day.format(ms), time: (ms) => messages.dayAndTime(day.format(ms), time.format(ms)) }
}

/** Says how much each debit takes: exactly the maximum, or at most the maximum. */
export function debitText({ amountType, maxAmount }: MandateTerms, messages: MandateMessages): string {
  const amount = formatAmount(maxAmount)
  return amountType === 'FIXED' ? messages.fixed(amount) : messages.upTo(amount)
}

/** When the first bill is debited, and what the approval itself takes. */
export function firstDebitText({ authWorkflowType }: MandateTerms, now: Paise, messages: MandateMessages): string {
  const amount = formatAmount(now)
  return authWorkflowType === 'TRANSACTION' ? messages.firstNow(amount) : messages.firstLater(amount)
}
