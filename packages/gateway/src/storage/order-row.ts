import type { MetaInfo } from '@galla/contract/provider/requests'
import type { OrderRecord } from '../domain/order.ts'

/** What the provider's reply gave the payer to act on. */
export interface Opened {
  readonly redirectUrl?: string
  readonly intentUrl?: string
  readonly qrData?: string
}

/** An order as it lies in its table: our record, and what lists and searches look at. */
export interface OrderRow extends OrderRecord {
  readonly request: {
    readonly redirectUrl: string
    readonly message?: string
    readonly metaInfo?: MetaInfo
    readonly merchantUserId?: string
    readonly [field: string]: unknown
  }
  /** What the provider's reply gave the payer: a page, a link. */
  readonly opened?: Opened
  readonly transactionId?: string
  readonly paymentMode?: string
  readonly instrument?: string
  readonly rail?: string
  readonly utr?: string
  readonly payerVpa?: string
  readonly refundedAmount: number
  readonly updatedAtMs: number
  readonly nextPollAtMs?: number
  /** When the payment was begun at the provider; a custom checkout's payer chooses first. */
  readonly openedAtMs?: number
  readonly version: number
}

/** SQL's null is our "not there". */
export function withoutNulls<Row extends object>(row: object): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row
}

/** What a list shows of the attempts: the one that paid, else the latest. */
export function shown(
  order: OrderRecord,
): Pick<OrderRow, 'transactionId' | 'paymentMode' | 'instrument' | 'rail' | 'utr' | 'payerVpa'> {
  const attempt = order.attempts.find(({ state }) => state === 'COMPLETED') ?? order.attempts.at(-1)
  if (!attempt) return {}
  const { transactionId, paymentMode, instrument, rail, utr, payerVpa } = attempt
  return withoutUndefined({ transactionId, paymentMode, instrument, rail, utr, payerVpa })
}

function withoutUndefined<Shape extends object>(shape: { [Key in keyof Shape]: Shape[Key] | undefined }): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape
}
