/** The instrument of a payment (protocol §6.4). Numbers are masked. */
export type WireInstrument =
  | ({
      /** A bank account, or a RuPay credit card, over UPI. */
      type: 'ACCOUNT'
    } & AccountInstrument)
  | ({
      /** A credit card. */
      type: 'CREDIT_CARD'
    } & CardInstrument)
  | ({
      /** A debit card. */
      type: 'DEBIT_CARD'
    } & CardInstrument)
  | ({
      /** Net banking. */
      type: 'NET_BANKING'
    } & NetBankingInstrument)
  | {
      /** The PhonePe wallet. */
      type: 'WALLET'
      /** Id of the wallet. */
      walletId?: string
    }
  | {
      /** A gift voucher. */
      type: 'EGV'
      /** Number of the voucher. */
      cardNumber?: string
      /** Programme of the voucher. */
      programId?: string
    }
  | ({
      /** A credit line over UPI. */
      type: 'CREDIT_LINE'
    } & CreditLineInstrument)

/** A bank account. */
export interface AccountInstrument {
  /** Such as `******4321`. */
  maskedAccountNumber?: string
  /** Only for merchants who may see the number. */
  unmaskedAccountNumber?: string
  /** `SAVINGS`, `CURRENT`, or `CREDIT` for a RuPay credit card linked to UPI. */
  accountType?: string
  /** Name of the holder. */
  accountHolderName?: string
  /** Code of the branch. */
  ifsc?: string
  /** The provider's code of the bank. */
  bankId?: string
}

/** A net-banking payment. */
export interface NetBankingInstrument {
  /** The bank's id of the transaction. */
  bankTransactionId?: string
  /** The provider's code of the bank. */
  bankId?: string
  /** Bank reference number. */
  brn?: string
  /** Acquirer reference number. */
  arn?: string
}

/** A credit or debit card. */
export interface CardInstrument extends NetBankingInstrument {
  /** `DOMESTIC` or `INTERNATIONAL`. */
  geoScope?: string
  /** Such as `VISA`. */
  cardNetwork?: string
  /** Such as `******6667`. */
  maskedCardNumber?: string
}

/** A credit line. */
export interface CreditLineInstrument {
  /** Code of the branch. */
  ifsc?: string
  /** Name of the holder. */
  accountHolderName?: string
  /** The provider's code of the bank. */
  bankId?: string
  /** Such as `******4321`. */
  maskedAccountNumber?: string
  /** The lender's kind of account. */
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

/** The rail that carried the money (protocol §6.3). */
export type WireRail =
  | {
      /** UPI. */
      type: 'UPI'
      /** Unique transaction reference of the bank transfer. */
      utr?: string
      /** NPCI's id of the transaction. */
      upiTransactionId?: string
      /** The payer's UPI id, masked. */
      vpa?: string
      /** Unique mandate number; mandates only. */
      umn?: string
    }
  | {
      /** A card or a bank page. */
      type: 'PG'
      /** The gateway's id of the transaction. */
      transactionId?: string
      /** The issuer's authorisation code. */
      authorizationCode?: string
      /** The acquirer's id of the transaction. */
      serviceTransactionId?: string
    }
  | {
      /** The PhonePe wallet. */
      type: 'PPI_WALLET'
    }
  | {
      /** A gift voucher. */
      type: 'PPI_EGV'
    }

export type RailType = WireRail['type']
export const RAIL_TYPES: readonly RailType[] = ['UPI', 'PG', 'PPI_WALLET', 'PPI_EGV']
