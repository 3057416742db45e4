import type { PaymentRailType } from '../words.ts'

/** What carried the money, as the wire says it. */
export abstract class PaymentRail {
  declare type: PaymentRailType
}

export class UpiPaymentRail extends PaymentRail {
  declare utr: string
  declare upiTransactionId: string
  declare vpa: string
}

export class PgPaymentRail extends PaymentRail {
  declare transactionId: string
  declare authorizationCode: string
  declare serviceTransactionId: string
}

export class PpiEgvPaymentRail extends PaymentRail {}

export class PpiWalletPaymentRail extends PaymentRail {}

export type AnyRail = UpiPaymentRail | PgPaymentRail | PpiEgvPaymentRail | PpiWalletPaymentRail
