/** What paid, as the wire says it. Numbers arrive masked. */
export type WireInstrument =
  | ({ type: 'ACCOUNT' } & AccountFacts)
  | ({ type: 'CREDIT_CARD' } & CardFacts)
  | ({ type: 'DEBIT_CARD' } & CardFacts)
  | ({ type: 'NET_BANKING' } & BankFacts)
  | { type: 'WALLET'; walletId?: string }
  | { type: 'EGV'; cardNumber?: string; programId?: string }
  | ({ type: 'CREDIT_LINE' } & CreditLineFacts)

export interface AccountFacts {
  maskedAccountNumber?: string
  unmaskedAccountNumber?: string
  /** `SAVINGS`, `CURRENT`, or `CREDIT` for a RuPay credit card linked to UPI. */
  accountType?: string
  accountHolderName?: string
  ifsc?: string
  bankId?: string
}

export interface BankFacts {
  bankTransactionId?: string
  bankId?: string
  brn?: string
  arn?: string
}

export interface CardFacts extends BankFacts {
  geoScope?: string
  cardNetwork?: string
  maskedCardNumber?: string
}

export interface CreditLineFacts {
  ifsc?: string
  accountHolderName?: string
  bankId?: string
  maskedAccountNumber?: string
  providerAccountType?: string
}

export type InstrumentType = WireInstrument['type']
export const INSTRUMENT_TYPES: readonly InstrumentType[] = [
  'ACCOUNT',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'NET_BANKING',
  'WALLET',
  'EGV',
  'CREDIT_LINE',
]
