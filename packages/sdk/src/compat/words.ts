/** The official package's enums, as values of the wire. `X.Y` is the word; the type `X` is any of them. */

type Word<Table> = Table[keyof Table]

export const HttpMethodType = { GET: 0, POST: 1 } as const
export type HttpMethodType = Word<typeof HttpMethodType>

export const PaymentFlowType = { PG: 'PG', PG_CHECKOUT: 'PG_CHECKOUT' } as const
export type PaymentFlowType = Word<typeof PaymentFlowType>

/** What a payer is asked to pay with. */
export const PgV2InstrumentType = {
  UPI_COLLECT: 'UPI_COLLECT',
  UPI_INTENT: 'UPI_INTENT',
  PPE_INTENT: 'PPE_INTENT',
  UPI_QR: 'UPI_QR',
  CARD: 'CARD',
  TOKEN: 'TOKEN',
  NET_BANKING: 'NET_BANKING',
} as const
export type PgV2InstrumentType = Word<typeof PgV2InstrumentType>

export const CollectPaymentDetailsType = { VPA: 'VPA', PHONE_NUMBER: 'PHONE_NUMBER' } as const
export type CollectPaymentDetailsType = Word<typeof CollectPaymentDetailsType>

/** What paid. */
export const PaymentInstrumentType = {
  WALLET: 'WALLET',
  EGV: 'EGV',
  ACCOUNT: 'ACCOUNT',
  CREDIT_CARD: 'CREDIT_CARD',
  DEBIT_CARD: 'DEBIT_CARD',
  NET_BANKING: 'NET_BANKING',
} as const
export type PaymentInstrumentType = Word<typeof PaymentInstrumentType>

/** What carried the money. */
export const PaymentRailType = { UPI: 'UPI', PG: 'PG', PPI_WALLET: 'PPI_WALLET', PPI_EGV: 'PPI_EGV' } as const
export type PaymentRailType = Word<typeof PaymentRailType>

/** The wire's own words, so that `response.type === CallbackType.PG_ORDER_COMPLETED` can be true. */
export const CallbackType = {
  PG_ORDER_COMPLETED: 'PG_ORDER_COMPLETED',
  PG_ORDER_FAILED: 'PG_ORDER_FAILED',
  PG_TRANSACTION_ATTEMPT_FAILED: 'PG_TRANSACTION_ATTEMPT_FAILED',
  PG_REFUND_COMPLETED: 'PG_REFUND_COMPLETED',
  PG_REFUND_FAILED: 'PG_REFUND_FAILED',
  PG_REFUND_ACCEPTED: 'PG_REFUND_ACCEPTED',
  CHECKOUT_ORDER_COMPLETED: 'CHECKOUT_ORDER_COMPLETED',
  CHECKOUT_ORDER_FAILED: 'CHECKOUT_ORDER_FAILED',
  CHECKOUT_TRANSACTION_ATTEMPT_FAILED: 'CHECKOUT_TRANSACTION_ATTEMPT_FAILED',
} as const
export type CallbackType = Word<typeof CallbackType>
