import type { Paise } from '@galla/contract/money'
import { SETTLEMENT_STATES, type SettlementEventName, type SettlementState } from '@galla/contract/provider/settlements'
import { normalizeAmounts, normalizeState, type WithState } from './unknown-variants.ts'

/** A settlement in the list of a period, without an amount. */
export type ListedSettlement = WithState<SettlementState> & {
  /** The provider's id of the settlement. */
  settlementId: string
  /** The bank's reference of the transfer. */
  utr?: string
  /** A time of the settlement. The provider does not say which time. Epoch milliseconds. */
  date?: number
}

/** A transfer of the provider to your bank account. */
export type Settlement = WithState<SettlementState> & {
  /** The provider's id of the settlement. */
  settlementId: string
  /** The bank's reference of the transfer. Compare the reference with the bank's statement. */
  utr?: string
  /** The transferred amount, less fees and refunds. Read as paise: the provider states no unit (protocol §17.2). */
  amount: Paise
  /** Your merchant id. */
  merchantId?: string
  /** Why the last attempt failed. */
  lastAttemptErrorCode?: string
  /** The reason in words. */
  lastAttemptErrorDescription?: string
  /** Time of the last change of state. Epoch milliseconds. */
  lastUpdatedAt: number
}

/** A callback about a settlement. */
export interface SettlementEvent {
  /** A settlement changed its state. */
  kind: 'settlement'
  /** The provider's name of the event. */
  event: SettlementEventName
  /** The settlement at the time of the event. */
  payload: Settlement
}

type Fields = { [field: string]: unknown }

export function readListedSettlement(entry: object): ListedSettlement {
  const settlement = entry as Fields
  normalizeState(settlement, SETTLEMENT_STATES)
  withoutEmpty(settlement)
  return entry as ListedSettlement
}

export function readSettlement(response: object): Settlement {
  const settlement = response as Fields
  normalizeState(settlement, SETTLEMENT_STATES)
  normalizeAmounts(settlement, ['amount', 'lastUpdatedAt'])
  withoutEmpty(settlement)
  return response as Settlement
}

/** The provider writes empty texts for fields without a value. */
function withoutEmpty(from: Fields): void {
  for (const name of ['utr', 'lastAttemptErrorCode', 'lastAttemptErrorDescription']) {
    if (from[name] === '' || from[name] === null) delete from[name]
  }
}

const EVENT = /^settlement\.(?:initiated|processed|attempt\.failed)$/

/** The event of a callback; undefined for a name that this version does not know, or without a settlement. */
export function readSettlementEvent(event: string, payload: object): SettlementEvent | undefined {
  if (!EVENT.test(event) || typeof (payload as Fields).settlementId !== 'string') return undefined
  return { kind: 'settlement', event: event as SettlementEventName, payload: readSettlement(payload) }
}
