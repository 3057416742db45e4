import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'

/** What every template is given. Amounts are formatted, ids are ids: nothing in it is HTML. */
export interface MailData {
  readonly shop: string
  readonly reference: string
  readonly merchantOrderId: string
  /** `₹499.00` */
  readonly amount: string
  readonly refundAmount: string
  readonly reason: string
}

export type MailEvent = 'completed' | 'failed' | 'refunded'

export type Language = 'en' | 'hi'

/** One mail in one language: a subject, and paragraphs that text and HTML share. */
export interface MailContent {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly table: readonly (readonly [label: string, value: string])[]
}

export type Template = (facts: MailData) => MailContent

export interface MailSubject {
  readonly order: Order
  readonly refund?: Refund
}
