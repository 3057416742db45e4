import type { BillingFrequency } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { MandateState } from '@galla/contract/provider/subscriptions'

/** A mandate that another program has set up, as the provider reports the mandate. */
export interface ForeignMandate {
  readonly state: MandateState | 'UNKNOWN'
  readonly amountType?: string | undefined
  readonly maxAmount?: Paise | undefined
  readonly frequency?: string | undefined
  readonly expiresAtMs?: number | undefined
}

/** The bills that the mandate is to pay. */
export interface ComingBills {
  readonly amount: Paise
  readonly frequency: BillingFrequency
  /** Begin of the first cycle that is debited here. Epoch milliseconds. */
  readonly startsAtMs: number
}

/** Why a mandate cannot pay the bills. */
export type ImportObstacle =
  | 'not-active'
  | 'not-readable'
  | 'above-mandate'
  | 'other-amount'
  | 'other-frequency'
  | 'mandate-expires'

/** Returns why a mandate cannot pay the bills of a plan; undefined when it can. What the provider does not state is no permission. */
export function importObstacle(mandate: ForeignMandate, bills: ComingBills): ImportObstacle | undefined {
  const { state, amountType, maxAmount, frequency, expiresAtMs } = mandate
  if (state !== 'ACTIVE') return 'not-active'
  if (maxAmount === undefined || expiresAtMs === undefined || (amountType !== 'FIXED' && amountType !== 'VARIABLE'))
    return 'not-readable'
  if (bills.amount > maxAmount) return 'above-mandate'
  if (amountType === 'FIXED' && bills.amount !== maxAmount) return 'other-amount'
  if (frequency !== bills.frequency && frequency !== 'ON_DEMAND') return 'other-frequency'
  return expiresAtMs <= bills.startsAtMs ? 'mandate-expires' : undefined
}
