import type { Order } from '@galla/contract/gateway-api/orders'
import { FAILURE_CODES, type FailureSource } from '@galla/contract/provider/failure-codes'
import { Link } from '@tanstack/react-router'
import { Note } from '../../components/page.tsx'

/** Why an order was not paid, and what to do about it. */
export function FailureNote({ order }: { order: Order }) {
  const { errorCode, detailedErrorCode, merchantOrderId } = order
  const { meaning, fix } = explainFailure(order)
  const codes = [errorCode, detailedErrorCode].filter((code) => code !== undefined)
  return (
    <Note tone="bad">
      <p>
        <strong>{meaning}</strong> {fix}
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm">
        {codes.length > 0 && <code className="font-mono text-xs leading-6">{codes.join(' · ')}</code>}
        <Link to="/api-log" search={{ id: merchantOrderId }} className="underline underline-offset-4">
          Its calls
        </Link>
      </p>
    </Note>
  )
}

export interface FailureWords {
  meaning: string
  /** What to do, by whom. */
  fix: string
}

const AGAIN = 'Offer the payer another try: start a new order under the same reference.'

/** By whose side it failed on. */
const FIXES: { readonly [Source in FailureSource]: string } = {
  CUSTOMER: `Nothing is wrong on your side. ${AGAIN}`,
  ISSUING_BANK: `The payer’s bank said no. ${AGAIN} Another bank or another way to pay usually works.`,
  BENEFICIARY_BANK: `The receiving bank could not take it. ${AGAIN} If many fail so, ask the provider’s support.`,
  PAYER_PSP: `The payer’s app failed. ${AGAIN} Another app usually works.`,
  NPCI: `The UPI network failed. ${AGAIN} If many fail so, UPI is down for everybody: offer cards meanwhile.`,
  NETWORK: `The card network failed. ${AGAIN} If many fail so, offer UPI meanwhile.`,
  PAYMENT_GATEWAY: `The provider failed. ${AGAIN} If many fail so, ask its support, with the ids on this page.`,
  BUSINESS:
    'This is about the merchant account: its limits, its contract or its settings. Mend it with the provider; until then every such payment fails.',
  UNKNOWN: AGAIN,
  OTHERS: AGAIN,
}

interface Failed {
  errorCode?: string
  detailedErrorCode?: string
}

/** A failure in plain words. A code that is not known here is shown as it is, beside them. */
export function explainFailure({ errorCode, detailedErrorCode }: Failed): FailureWords {
  for (const code of [detailedErrorCode, errorCode]) {
    if (code === undefined) continue
    const known = Object.hasOwn(FAILURE_CODES, code) ? FAILURE_CODES[code] : undefined
    if (known) return { meaning: known.meaning, fix: FIXES[known.source] }
  }
  if (errorCode === undefined && detailedErrorCode === undefined) {
    return {
      meaning: 'The order failed, and no reason was given.',
      fix: 'If the provider refused to open it, the call says why.',
    }
  }
  return { meaning: 'The order failed for a reason that is not known here.', fix: AGAIN }
}
