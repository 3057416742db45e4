import type { PaymentInstrumentType } from '../words.ts'

/** What paid, as the wire says it. Optional is what the provider may leave out. */
export abstract class PaymentInstrumentV2 {
  declare type: PaymentInstrumentType
}

export class AccountPaymentInstrumentV2 extends PaymentInstrumentV2 {
  declare maskedAccountNumber?: string
  declare ifsc?: string
  declare accountHolderName?: string
  declare accountType?: string
  declare unmaskedAccountNumber?: string
}

abstract class BankPaymentInstrument extends PaymentInstrumentV2 {
  declare bankTransactionId: string
  declare bankId: string
  declare brn: string
  declare arn: string
}

export class CreditCardPaymentInstrumentV2 extends BankPaymentInstrument {}

export class DebitCardPaymentInstrumentV2 extends BankPaymentInstrument {}

export class NetbankingPaymentInstrumentV2 extends BankPaymentInstrument {}

export class EgvPaymentInstrumentV2 extends PaymentInstrumentV2 {
  declare cardNumber: string
  declare programId: string
}

export class WalletPaymentInstrumentV2 extends PaymentInstrumentV2 {
  declare walletId: string
}

export type AnyInstrument =
  | AccountPaymentInstrumentV2
  | CreditCardPaymentInstrumentV2
  | DebitCardPaymentInstrumentV2
  | EgvPaymentInstrumentV2
  | NetbankingPaymentInstrumentV2
  | WalletPaymentInstrumentV2
