import type { PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import type { SubscriptionState } from '@galla/contract/gateway-api/subscriptions'
import type { IconName } from '../components/controls.tsx'
import { en, type SubscriptionMessages } from './i18n/en.ts'
import { hi } from './i18n/hi.ts'

/** English and Hindi are built in; `overrides` replaces single messages, or all. A message that is no text replaces none. */
export function subscriptionMessages(
  lang: string,
  overrides: Partial<SubscriptionMessages> | undefined,
): SubscriptionMessages {
  const given = Object.entries(overrides ?? {}).filter(([, text]) => typeof text === 'string')
  return { ...(/^hi\b/i.test(lang) ? hi : en), ...Object.fromEntries(given) }
}

/** A message with its placeholders filled in. */
export function fillMessage(message: string, values: { readonly [name: string]: string }): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** A day in India, with the digits of the amounts: `10 February 2027`. */
export function dayText(lang: string, atMs: number): string {
  const [language = 'en'] = lang.split('-')
  return new Intl.DateTimeFormat(`${language}-IN`, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
    numberingSystem: 'latn',
  }).format(atMs)
}

/** The last day before an end that is the first instant of a day. */
export const lastDayText = (lang: string, endMs: number): string => dayText(lang, endMs - 1)

/** The effect of a cancellation now: an end after the paid time, or at once. A debit under way decides between the two. */
export function cancellationText(
  { wouldEndAtMs, isDebitUnderWay }: PayerSubscription,
  messages: SubscriptionMessages,
  lang: string,
): string {
  if (wouldEndAtMs === undefined) return messages.cancelNowBody
  const text = isDebitUnderWay ? messages.endingDebitBody : messages.cancelAtBody
  return fillMessage(text, { date: lastDayText(lang, wouldEndAtMs) })
}

/** A state in the payer's words. */
export interface Wording {
  tone: 'good' | 'bad' | 'wait'
  icon: IconName
  title: string
  body?: string
}

const LOOKS: { readonly [State in SubscriptionState]: Pick<Wording, 'tone' | 'icon'> } = {
  CREATED: { tone: 'wait', icon: 'wait' },
  ACTIVE: { tone: 'good', icon: 'good' },
  PAST_DUE: { tone: 'bad', icon: 'bad' },
  PAUSED: { tone: 'wait', icon: 'wait' },
  HALTED: { tone: 'bad', icon: 'bad' },
  CANCELLED: { tone: 'wait', icon: 'close' },
  COMPLETED: { tone: 'good', icon: 'good' },
  EXPIRED: { tone: 'bad', icon: 'wait' },
}

/** Title and explanation of a subscription. */
export function wordingOf(subscription: PayerSubscription, messages: SubscriptionMessages, lang: string): Wording {
  const { state, endsAtMs, nowMs, isDebitUnderWay } = subscription
  if (endsAtMs !== undefined) {
    const text = isDebitUnderWay ? messages.endingDebitBody : messages.endingBody
    const body = endsAtMs > nowMs ? fillMessage(text, { date: lastDayText(lang, endsAtMs) }) : messages.endingNowBody
    return { ...LOOKS.CANCELLED, title: messages.endingTitle, body }
  }
  const body = bodyOf(subscription, messages, lang)
  return { ...LOOKS[state], title: messages[state], ...(body !== undefined && { body }) }
}

function bodyOf(
  { state, haltedFor, pause }: PayerSubscription,
  messages: SubscriptionMessages,
  lang: string,
): string | undefined {
  switch (state) {
    case 'CREATED':
      return messages.createdBody
    case 'ACTIVE':
      return undefined
    case 'PAST_DUE':
      return messages.pastDueBody
    case 'PAUSED':
      if (pause?.endedBy === 'payer-in-app') return messages.pausedInAppBody
      if (pause?.untilMs !== undefined)
        return fillMessage(messages.pausedUntilBody, { date: dayText(lang, pause.untilMs) })
      return pause?.endedBy === 'merchant' ? messages.pausedByShopBody : messages.pausedBody
    case 'HALTED':
      return haltedFor === 'debits-failed' ? messages.haltedDebitsBody : messages.haltedMandateBody
    case 'CANCELLED':
      return messages.cancelledBody
    case 'COMPLETED':
      return messages.completedBody
    case 'EXPIRED':
      return messages.expiredBody
  }
}
