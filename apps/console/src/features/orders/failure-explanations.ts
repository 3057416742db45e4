import { FAILURE_CODES, type FailureSource } from '@galla/contract/provider/failure-codes'

const RETRY = 'The payer can pay again in your shop, with a new order for the same cart.'

/** Advice by the party that caused the failure. */
const FIXES: { readonly [Source in FailureSource]: string } = {
  CUSTOMER: `Nothing is wrong on your side. ${RETRY}`,
  ISSUING_BANK: `The payer’s bank declined it. ${RETRY} Another bank or another payment mode usually works.`,
  BENEFICIARY_BANK: `The receiving bank could not accept it. ${RETRY} If this happens often, ask the provider’s support.`,
  PAYER_PSP: `The payer’s app failed. ${RETRY} Another app usually works.`,
  NPCI: `The UPI network failed. ${RETRY} If this happens often, UPI is down for everybody: offer cards meanwhile.`,
  NETWORK: `The card network failed. ${RETRY} If this happens often, offer UPI meanwhile.`,
  PAYMENT_GATEWAY: `The provider failed. ${RETRY} If this happens often, ask its support, with the ids on this page.`,
  BUSINESS:
    'The cause is the merchant account: its limits, contract or settings. Correct it with the provider; until then every such payment fails.',
  UNKNOWN: RETRY,
  OTHERS: RETRY,
}

/** Advice for codes whose party alone would mislead: the same payment would fail again. */
const FIXES_OF_CODES: { readonly [errorCode: string]: string } = {
  TXN_LIMIT_BREACHED:
    'The same amount by the same way fails again: the payer raises the limit, or pays in another way, by a new order for the same cart.',
}

/** A failure in plain language, by its detailed code or else its code. */
export function explainFailure({ errorCode, detailedErrorCode }: { errorCode?: string; detailedErrorCode?: string }): {
  meaning: string
  /** Says what to do, and who does it. */
  fix: string
} {
  for (const code of [detailedErrorCode, errorCode]) {
    if (code === undefined) continue
    const known = Object.hasOwn(FAILURE_CODES, code) ? FAILURE_CODES[code] : undefined
    if (known) return { meaning: known.meaning, fix: FIXES_OF_CODES[errorCode ?? ''] ?? FIXES[known.source] }
  }
  if (errorCode === undefined && detailedErrorCode === undefined) {
    return {
      meaning: 'The order failed without a reason.',
      fix: 'If the provider rejected the order, the API call shows why.',
    }
  }
  return { meaning: 'The order failed for an unknown reason.', fix: RETRY }
}
