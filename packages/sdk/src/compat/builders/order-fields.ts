import type { InstrumentConstraint } from '../requests/constraints.ts'
import type { MetaInfo } from '../requests/meta-info.ts'

/** What every custom payment can carry. */
export interface OrderFields {
  merchantOrderId: string
  /** Paise. */
  amount: number
  metaInfo?: MetaInfo | undefined
  /** Who may pay. */
  constraints?: InstrumentConstraint[] | undefined
  /** Seconds. */
  expireAfter?: number | undefined
}

export const ORDER_FIELDS: readonly (keyof OrderFields)[] = [
  'merchantOrderId',
  'amount',
  'metaInfo',
  'constraints',
  'expireAfter',
]
