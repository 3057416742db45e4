import type { Endpoint } from './endpoints.ts'

/** Settlements: the provider's transfers to the merchant's bank account (protocol §17). */
export type SettlementEndpointName = 'settlementRange' | 'settlementStatus'

export const SETTLEMENT_ENDPOINTS: { readonly [Name in SettlementEndpointName]: Endpoint } = {
  settlementRange: { method: 'GET', host: 'pg', path: '/settlements/v1/range' },
  settlementStatus: { method: 'GET', host: 'pg', path: '/settlements/v1/{settlementId}/status' },
}

/** States of a settlement. Only PROCESSED is final: another attempt may follow a failed attempt (protocol §17.3). */
export type SettlementState = 'INITIATED' | 'PROCESSED' | 'ATTEMPT_FAILED'

export const SETTLEMENT_STATES: readonly SettlementState[] = ['INITIATED', 'PROCESSED', 'ATTEMPT_FAILED']

/** Event names of settlements. Their callbacks have no deprecated `type` (protocol §17.4). */
export type SettlementEventName = `settlement.${'initiated' | 'processed' | 'attempt.failed'}`

export const SETTLEMENT_EVENTS: { readonly [State in SettlementState]: SettlementEventName } = {
  INITIATED: 'settlement.initiated',
  PROCESSED: 'settlement.processed',
  ATTEMPT_FAILED: 'settlement.attempt.failed',
}

/** Default and greatest number of settlements in a page of the range. */
export const SETTLEMENT_PAGE = { default: 10, max: 40 } as const
