import { DISPUTE_EVENTS, type DisputeEventName, type DisputeState } from '@galla/contract/provider/disputes'
import { defined } from '../defined.ts'
import { storable } from '../privacy/masking.ts'

/** One event about a dispute. Only the ids below are documented; the rest of its body is kept with the callback. */
export interface DisputeReport {
  readonly state: DisputeState
  readonly disputeId?: string
  readonly merchantOrderId?: string
  readonly orderId?: string
  readonly transactionId?: string
}

const isDisputeEvent = (event: string): event is DisputeEventName => Object.hasOwn(DISPUTE_EVENTS, event)

type Fields = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an event about a dispute: ids at the top of the payload, or one level down. Undefined for every other event. */
export function readDispute(event: string, payload: unknown): DisputeReport | undefined {
  if (!isDisputeEvent(event)) return undefined
  const top = isObject(payload) ? payload : {}
  const levels = [top, ...Object.values(top).filter(isObject)]
  const id = (name: string) => levels.map((level) => idText(level[name])).find((one) => one !== undefined)
  return {
    state: DISPUTE_EVENTS[event],
    ...defined({
      disputeId: id('disputeId'),
      merchantOrderId: id('merchantOrderId'),
      orderId: id('orderId'),
      transactionId: id('transactionId'),
    }),
  }
}

/** An id is a text. No document says so of the ids of disputes: a number that JSON keeps exactly is one too. */
function idText(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= 200 ? storable(text) : undefined
}

/** Names the dispute that a report is about. A report without any id is a dispute of its own. */
export function disputeKeyOf(report: DisputeReport, callbackId: number): string {
  const { disputeId, transactionId, merchantOrderId, orderId } = report
  if (disputeId !== undefined) return disputeId
  if (transactionId !== undefined) return `transaction:${transactionId}`
  if (merchantOrderId !== undefined) return `order:${merchantOrderId}`
  return orderId === undefined ? `callback:${callbackId}` : `order:${orderId}`
}

/** States in which the merchant has to answer. */
export const TO_ANSWER: readonly DisputeState[] = ['CREATED', 'ACTION_REQUIRED']

/**
 * Tells whether a later report replaces the state. Events have no documented time, and may arrive in another order than they were sent. So a
 * request to act always counts; the news that a dispute exists, or is being looked at, never hides what is known already.
 */
export function replaces(reported: DisputeState, state: DisputeState): boolean {
  if (reported === 'CREATED') return false
  return reported !== 'UNDER_REVIEW' || (state !== 'WON' && state !== 'LOST')
}

/**
 * False when the report repeats what the dispute says, as a second delivery does. After a person's answer, the same request is a new one.
 */
export const isNewsOf = (
  { state, answeredAtMs }: { readonly state: DisputeState; readonly answeredAtMs?: number },
  reported: DisputeState,
): boolean => reported !== state || answeredAtMs !== undefined
