/** What paid, as the wire says it. Numbers arrive masked. */
export type WireInstrument =
  | ({ type: 'ACCOUNT' } & AccountInstrument)
  | ({ type: 'CREDIT_CARD' } & CardInstrument)
  | ({ type: 'DEBIT_CARD' } & CardInstrument)
  | ({ type: 'NET_BANKING' } & NetBankingInstrument)
  | { type: 'WALLET'; walletId?: string }
  | { type: 'EGV'; cardNumber?: string; programId?: string }
  | ({ type: 'CREDIT_LINE' } & CreditLineInstrument)

export interface AccountInstrument {
  maskedAccountNumber?: string
  unmaskedAccountNumber?: string
  /** `SAVINGS`, `CURRENT`, or `CREDIT` for a RuPay credit card linked to UPI. */
  accountType?: string
  accountHolderName?: string
  ifsc?: string
  bankId?: string
}

export interface NetBankingInstrument {
  bankTransactionId?: string
  bankId?: string
  brn?: string
  arn?: string
}

export interface CardInstrument extends NetBankingInstrument {
  geoScope?: string
  cardNetwork?: string
  maskedCardNumber?: string
}

export interface CreditLineInstrument {
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
