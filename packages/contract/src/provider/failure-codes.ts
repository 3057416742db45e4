import codes from './failure-codes.json' with { type: 'json' }

/** Step of a payment or refund at which it failed. */
export type FailureStage =
  | 'PRE_AUTHENTICATION'
  | 'AUTHENTICATION'
  | 'AUTHORIZATION'
  | 'CAPTURE'
  | 'REFUND'
  | 'UNKNOWN'
  | 'OTHERS'

/** Party on whose side it failed. Compare case-insensitively: the provider writes both `CUSTOMER` and `Customer`. */
export type FailureSource =
  | 'CUSTOMER'
  | 'ISSUING_BANK'
  | 'BENEFICIARY_BANK'
  | 'PAYER_PSP'
  | 'NPCI'
  | 'NETWORK'
  | 'PAYMENT_GATEWAY'
  | 'BUSINESS'
  | 'UNKNOWN'
  | 'OTHERS'

/** One reason of a failure. */
export interface FailureCode {
  /** The coarse code. */
  readonly errorCode: string
  /** At which step it fails. */
  readonly stage: FailureStage
  /** On whose side it fails. */
  readonly source: FailureSource
  /** A sentence in English, in our words. */
  readonly meaning: string
}

/** The known values of `detailedErrorCode` (protocol §8.4). The list is open: the provider sends others too. */
export const FAILURE_CODES: { readonly [detailedErrorCode: string]: FailureCode } = codes as {
  readonly [detailedErrorCode: string]: FailureCode
}
