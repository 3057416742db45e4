import { type Paise, paise } from '@galla/contract/money'
import type { WirePaymentDetail, WireSplit } from '@galla/contract/provider/replies'

/** ₹499.00 in paise, the default amount of every factory. */
export const FACTORY_AMOUNT: Paise = paise(49_900)

/** Split instrument of a UPI payment from a savings account, as in the provider's samples. */
export function upiSplit(overrides: Partial<WireSplit> = {}): WireSplit {
  return {
    amount: FACTORY_AMOUNT,
    instrument: { type: 'ACCOUNT', maskedAccountNumber: '******4321', accountType: 'SAVINGS' },
    rail: { type: 'UPI', utr: '516600000077', upiTransactionId: 'YBLdemo77', vpa: '90****01@ybl' },
    ...overrides,
  }
}

/** A completed UPI attempt. Its split instrument has the same `amount`. */
export function paymentDetail(overrides: Partial<WirePaymentDetail> = {}): WirePaymentDetail {
  const amount = overrides.amount ?? FACTORY_AMOUNT
  const { instrument, rail } = upiSplit()
  return {
    transactionId: 'OM2506151001000000000011',
    paymentMode: 'UPI_INTENT',
    timestamp: 1_750_000_060_000,
    amount,
    payableAmount: amount,
    feeAmount: paise(0),
    state: 'COMPLETED',
    ...(instrument && { instrument }),
    ...(rail && { rail }),
    splitInstruments: [upiSplit({ amount })],
    ...overrides,
  }
}

/** A failed attempt: error codes, without instrument and rail. */
export function failedDetail(overrides: Partial<WirePaymentDetail> = {}): WirePaymentDetail {
  const { instrument: _instrument, rail: _rail, splitInstruments: _splits, ...attempt } = paymentDetail()
  return {
    ...attempt,
    paymentMode: 'UPI_COLLECT',
    state: 'FAILED',
    errorCode: 'INVALID_MPIN',
    detailedErrorCode: 'ZM',
    ...overrides,
  }
}
