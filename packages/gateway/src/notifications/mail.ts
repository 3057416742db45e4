import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { formatInr, type Paise } from '@galla/contract/money'
import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'

/** Input of a template, as plain text: the mail escapes it. */
export interface MailData {
  /** Name of the shop. */
  readonly shop: string
  /** Cart or invoice, on one line. */
  readonly reference: string
  readonly merchantOrderId: string
  /** Formatted: `₹499.00`. */
  readonly amount: string
  /** Formatted; `₹0.00` when the mail is not about a refund. */
  readonly refundAmount: string
  /** Why the payment failed, in English; empty when it is not known. */
  readonly reason: string
}

/** Occasion of a mail. */
export type MailEvent = 'completed' | 'failed' | 'refunded'

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
  readonly order: Order
  readonly refund?: Refund
}

export function mailDataOf({ order, refund }: MailSubject, shop: string): MailData {
  return {
    shop,
    reference: order.reference.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/\p{Bidi_Control}/gu, ''),
    merchantOrderId: order.merchantOrderId,
    amount: formatInr(order.amount),
    refundAmount: formatInr(refund?.amount ?? (0 as Paise)),
    reason: FAILURE_CODES[order.detailedErrorCode ?? '']?.meaning ?? '',
  }
}

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
