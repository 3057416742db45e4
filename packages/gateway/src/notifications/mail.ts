import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { HaltReason, Subscription } from '@galla/contract/gateway-api/subscriptions'
import { formatInr, type Paise } from '@galla/contract/money'
import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { NOTICE_MS } from '@galla/contract/provider/subscriptions'
import { defined } from '../domain/defined.ts'

/** Input of a template, as plain text: the mail escapes it. */
export interface MailData {
  /** Name of the shop. */
  readonly shop: string
  /** Cart or invoice, on one line. */
  readonly reference: string
  readonly merchantOrderId: string
  /** Formatted: `₹499.00`. Of `halted` and `cancelled`: the price of a cycle. */
  readonly amount: string
  /** Formatted; `₹0.00` when the mail is not about a refund. */
  readonly refundAmount: string
  /** Why the payment failed, in English; empty when it is not known. */
  readonly reason: string
  /** Id of the subscription; empty when the mail is not about a subscription. */
  readonly subscriptionId: string
  /** The first day on which a coming debit can be made, in India and in the language of the mail: `10 February 2027`; else empty. */
  readonly debitDay: string
  /** True when a failed debit is made again. */
  readonly isRepeated: boolean
  /** Why a subscription is halted. */
  readonly haltedFor?: HaltReason
}

/** Occasion of a mail: the payment of an order or of a cycle, its failure, a refund; or an event of a subscription. */
export type MailEvent =
  | 'completed'
  | 'failed'
  | 'refunded'
  | 'charge_upcoming'
  | 'charge_failed'
  | 'halted'
  | 'cancelled'

/** Language of a mail. */
export type Language = 'en' | 'hi'

/** Content of one mail. The text and the HTML version are made from it. */
export interface MailContent {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly table: readonly (readonly [label: string, value: string])[]
}

/** Makes the content of a mail. */
export type Template = (data: MailData) => MailContent

export interface MailSubject {
  readonly atMs: number
  readonly order: Order
  readonly refund?: Refund
  readonly subscription?: Subscription
}

export function mailDataOf(
  { atMs, order, refund, subscription }: MailSubject,
  shop: string,
  { event, language }: { readonly event: MailEvent; readonly language: Language },
): MailData {
  const isOfPrice = event === 'halted' || event === 'cancelled'
  const dayMs = Math.max(atMs + NOTICE_MS, subscription?.cycle?.startsAtMs ?? 0)
  return {
    shop,
    reference: order.reference.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/\p{Bidi_Control}/gu, ''),
    merchantOrderId: order.merchantOrderId,
    amount: formatInr((isOfPrice && subscription?.amount) || order.amount),
    refundAmount: formatInr(refund?.amount ?? (0 as Paise)),
    reason: FAILURE_CODES[order.detailedErrorCode ?? '']?.meaning ?? '',
    subscriptionId: subscription?.subscriptionId ?? '',
    debitDay: event === 'charge_upcoming' ? dayIn(language, dayMs) : '',
    isRepeated: subscription?.state === 'PAST_DUE',
    ...defined({ haltedFor: subscription?.haltedFor }),
  }
}

const dayIn = (language: Language, atMs: number): string =>
  new Intl.DateTimeFormat(`${language}-IN`, { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(atMs)

export function textOf({ heading, paragraphs, table }: MailContent): string {
  const rows = table.map(([label, value]) => `${label}: ${value}`)
  return `${[heading, ...paragraphs, rows.join('\n')].join('\n\n')}\n`
}

/** Without images, links and scripts: no tracking, and nothing that a forged mail could imitate with a link. */
export function htmlOf({ subject, heading, paragraphs, table }: MailContent, language: Language): string {
  const cell = 'style="padding:4px 16px 4px 0;text-align:left;vertical-align:top"'
  const rows = table.map(
    ([label, value]) => `<tr><th scope="row" ${cell}>${escaped(label)}</th><td ${cell}>${escaped(value)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;color:#1b1a17;background:#fbf9f4;margin:0;padding:24px">
<h1 style="font-size:20px">${escaped(heading)}</h1>
${paragraphs.map((one) => `<p>${escaped(one)}</p>`).join('\n')}
<table style="border-collapse:collapse">${rows.join('')}</table>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
