import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { isMobile, isPayableWith } from '../../domain/orders/checkout.ts'
import { isReplyAwaited, SEND_WITHIN_MS } from '../../domain/orders/opening.ts'
import type { Observation } from '../../domain/orders/order.ts'
import { isMadeOrderId } from '../../domain/orders/order-ids.ts'
import { mayBeOurs } from '../../domain/orders/started-elsewhere.ts'
import { GatewayError } from '../../errors.ts'
import { type ProviderFailure, readFailure, toCreatedOrder } from '../../provider/mapping.ts'
import type { SendOptions } from '../../provider/requests.ts'
import type { CreateOrderResponse } from '../../provider/responses.ts'
import type { Queries } from '../../storage/database.ts'
import { repeatedWhileBusy } from '../../storage/lock-queue.ts'
import type { OrderRow, PayerAction } from '../../storage/orders/order-row.ts'
import { paidOrderOf, readOrder, replacementOf, unclearOrderOf } from '../../storage/orders/orders.ts'
import { refundEvidence } from '../refunds/lost-refunds.ts'
import { knownStarts } from '../restores.ts'
import { applyToRow, checkOrderStatus } from './sync-order.ts'

/** The result of the request that creates an order at the provider. It is stored already. */
export type OpenOrderResult =
  | {
      readonly outcome: 'opened'
      /** The stored row, when it is known without another read: the order can be paid, and no other of its reference is paid. */
      readonly row?: OrderRow
    }
  /** `taken`: the provider had an order with this id before, and a person has to decide about it. */
  | { readonly outcome: 'refused' | 'unknown' | 'taken'; readonly failure: ProviderFailure; readonly cause: unknown }

/** Fixed when the opening was stored, so that a process that was paused since then knows that it is too late. */
export interface Opening {
  readonly merchantOrderId: string
  readonly sendByMs: number
  /** As `sendByMs`, of the monotonic clock: a wall clock can be set back. */
  readonly sendByMonotonicMs: number
}

/** Call it before the opening is stored. */
export function openingTimes({ clock, monotonicMs }: Pick<GatewayContext, 'clock' | 'monotonicMs'>) {
  const nowMs = clock.now()
  return { nowMs, sendByMs: nowMs + SEND_WITHIN_MS, sendByMonotonicMs: monotonicMs() + SEND_WITHIN_MS }
}

/** Aborted once it is too late to send. The client reads the signal just before it sends, and a request that is under way goes on. */
export function sendSignal(
  { clock, monotonicMs }: Pick<GatewayContext, 'clock' | 'monotonicMs'>,
  { sendByMs, sendByMonotonicMs }: Omit<Opening, 'merchantOrderId'>,
): NonNullable<SendOptions['signal']> {
  return {
    get aborted() {
      return clock.now() > sendByMs || monotonicMs() > sendByMonotonicMs
    },
    addEventListener() {},
    removeEventListener() {},
  }
}

/**
 * Creates the order at the provider and applies the reply. The call is never repeated, so an order is requested at most once. Nothing
 * is sent after `sendByMs`: the client reads the signal just before it sends, when the access token has come.
 * @param row the order as the opening has stored it
 */
export async function openOrder(
  context: GatewayContext,
  opening: Opening,
  row: OrderRow,
  call: (options: SendOptions) => Promise<CreateOrderResponse>,
): Promise<OpenOrderResult> {
  const { clock } = context
  const signal = sendSignal(context, opening)
  // The reply comes once: an order whose lock is held meanwhile waits for it.
  const applyReply = (observations: readonly Observation[], payerAction?: PayerAction) =>
    repeatedWhileBusy(() => applyToRow(context, row, observations, payerAction))
  let response: CreateOrderResponse
  try {
    if (signal.aborted) throw Object.assign(new Error('Too late to send the order'), { outcome: 'not-sent' })
    response = await call({ signal })
  } catch (cause) {
    const failure = readFailure(cause)
    const { outcome, code, duplicateId, temporary } = failure
    const { needsPerson, refunded } = duplicateId ? await checkDuplicate(context, row) : {}
    const observation = { kind: 'response-failed', atMs: clock.now(), outcome, duplicateId, temporary } as const
    await applyReply([{ ...observation, ...defined({ code, needsPerson }) }, ...(refunded ? [refunded] : [])])
    if (needsPerson) return { outcome: 'taken', failure, cause }
    return { outcome: outcome === 'unknown' || duplicateId ? 'unknown' : 'refused', failure, cause }
  }
  const { created, payerAction } = toCreatedOrder(response)
  const observation = { kind: 'response', atMs: clock.now(), ...created } as const
  if (!isPayableWith(row.checkout, payerAction, created.orderId)) {
    await applyReply([observation])
    return withoutPage(row)
  }
  const { row: saved } = await applyReply([observation], payerAction)
  return { outcome: 'opened', ...(saved?.state === 'PENDING' ? { row: saved } : {}) }
}

/**
 * True when the caller may import orders. An imported order may be refunded, and may belong to another integration with the same
 * credentials, so a stored key needs the scope for refunds.
 */
export const mayImport = ({ actor }: Pick<GatewayContext, 'actor'>): boolean =>
  actor?.keyId === undefined || actor.scopes?.includes('refunds') === true

interface Duplicate {
  readonly needsPerson?: true
  /** The status of a payment whose automatic refund the provider has: no goods are owed for it. */
  readonly refunded?: Observation
}

/**
 * Decides how to treat an order that the provider had before, such as after this database was restored from an older backup. Empty when a
 * status check may decide. A person must decide when the starter may not import the order, or when nobody knows whether the order was
 * refunded.
 */
async function checkDuplicate(context: GatewayContext, row: OrderRow): Promise<Duplicate> {
  if (row.mayNotImport || !mayImport(context) || !(await mayHaveStarted(context, row))) return { needsPerson: true }
  const refunded = await refundEvidence(context, row)
  if (refunded === 'not') return {}
  if (!refunded) return { needsPerson: true }
  const observed = await checkOrderStatus(context, row)
  if (observed.kind !== 'status' || observed.status.state !== 'COMPLETED') return { needsPerson: true }
  return { refunded: { ...observed, refunded } }
}

/** Tells whether the provider's order may be an order of this gateway. In a restored database, the order's times tell. */
async function mayHaveStarted(context: GatewayContext, row: OrderRow): Promise<boolean> {
  const known = await knownStarts(context)
  if (isMadeOrderId(known.orderIdPrefix, row.merchantOrderId)) return true
  if (known.restoredAtMs === undefined) return false
  const observed = await checkOrderStatus(context, row)
  return observed.kind === 'status' && mayBeOurs(row, observed.status, known)
}

/**
 * A reply without a page opens nothing for the payer. The provider has the order, whose status is polled, but it is to the caller as one whose
 * reply was lost: without an id of its own, it gets another order.
 */
function withoutPage({ checkout }: OrderRow): OpenOrderResult {
  const missing = isMobile(checkout) ? 'token, or no orderId' : 'redirectUrl'
  const message = `The response to the request for the order has no ${missing}`
  const failure = { outcome: 'unknown', duplicateId: false, unknownId: false, temporary: false, message } as const
  return { outcome: 'unknown', failure, cause: new Error(message) }
}

/** The caller's error for an order that was not created, or is not known to be. */
export function openingError(result: Exclude<OpenOrderResult, { outcome: 'opened' }>): GatewayError {
  const { failure, cause } = result
  const { outcome, temporary, message, field } = failure
  if (result.outcome === 'taken') return idInUse(cause)
  if (field !== undefined) return new GatewayError('INVALID_REQUEST', message, { field, cause })
  if (outcome === 'not-sent' || temporary) return providerUnavailable(message, cause)
  if (outcome === 'rejected' && !failure.duplicateId) {
    return new GatewayError('PROVIDER_REFUSED', `The provider refused the order: ${message}`, { cause })
  }
  return outcomeUnknown(cause)
}

function idInUse(cause: unknown): GatewayError {
  return new GatewayError(
    'ID_TAKEN',
    'The provider had an order with this merchantOrderId before, perhaps of another shop on the same account, so the order needs review. Resolve the review in the console, or start an order of another reference with a new id. Give the ids of each shop a prefix of its own (orderIdPrefix). After a restore, use a key with the scope refunds',
    { field: 'merchantOrderId', cause },
  )
}

/** @param reason the failure of the call, which names the host that was not reached */
export function providerUnavailable(reason?: string, cause?: unknown): GatewayError {
  const sentence = 'The provider cannot be reached at the moment and no payment was started. Try again'
  return new GatewayError('PROVIDER_UNAVAILABLE', reason ? `${sentence}. Reason: ${reason}` : sentence, { cause })
}

export function outcomeUnknown(cause?: unknown): GatewayError {
  return new GatewayError(
    'OUTCOME_UNKNOWN',
    'The provider did not answer, or its response has no page, link or token to pay with, so it is not known whether the provider created the order. The payer cannot pay this order. Start the order again, with a new merchantOrderId if you chose the id',
    { cause },
  )
}

/** @throws GatewayError ORDER_CLOSED, REFERENCE_PAID when the order cannot be paid any more, whatever a reply says */
export function checkPayable({ merchantOrderId, state, needsReview }: OrderRow): void {
  if (state === 'COMPLETED') throw new GatewayError('REFERENCE_PAID', `${merchantOrderId} is paid already`)
  if (state === 'FAILED') {
    throw new GatewayError('ORDER_CLOSED', `${merchantOrderId} is closed: start a new order of its reference`)
  }
  if (needsReview) throw new GatewayError('ORDER_CLOSED', `${merchantOrderId} needs review and cannot be paid`)
}

/**
 * Reads an order whose page is about to be returned.
 * @throws GatewayError ORDER_CLOSED, REFERENCE_PAID when it was closed or replaced, or its reference paid, while the request was sent
 */
export async function readPayable(context: GatewayContext, merchantOrderId: string): Promise<OrderRow> {
  const row = await readStored(context, merchantOrderId)
  checkPayable(row)
  await checkCurrent(context, row)
  return row
}

/** @throws GatewayError REFERENCE_PAID, REFERENCE_IN_REVIEW, ORDER_CLOSED when another order of the reference is paid, may be, or replaces this one */
export async function checkCurrent(
  { database }: { readonly database: Queries },
  { reference, merchantOrderId }: OrderRow,
): Promise<void> {
  const paidBy = await paidOrderOf(database, reference)
  if (paidBy !== undefined) throw referencePaid(reference, paidBy)
  const unclear = await unclearOrderOf(database, reference)
  if (unclear !== undefined) throw referenceInReview(reference, unclear)
  const replacedBy = await replacementOf(database, merchantOrderId)
  if (replacedBy !== undefined) throw replaced(merchantOrderId, replacedBy)
}

export function replaced(merchantOrderId: string, replacedBy: string): GatewayError {
  return new GatewayError(
    'ORDER_CLOSED',
    `${merchantOrderId} was replaced by ${replacedBy} of another amount, so its payment would be refunded: start a new order of its reference`,
  )
}

export function idTaken(id: string, field: string, owner = 'an order'): GatewayError {
  return new GatewayError('ID_TAKEN', `${id} belongs to ${owner} with another ${field}: choose a new id`, { field })
}

export function referencePaid(reference: string, paidBy: string): GatewayError {
  return new GatewayError('REFERENCE_PAID', `${reference} is paid already, by order ${paidBy}`, { field: 'reference' })
}

export function referenceInReview(reference: string, merchantOrderId: string): GatewayError {
  return new GatewayError(
    'REFERENCE_IN_REVIEW',
    `${reference} may be paid already: its order ${merchantOrderId} needs review. Resolve the review first, or use another reference`,
    { field: 'reference' },
  )
}

/** Pauses between reads while another call is sending the request. Milliseconds; about three seconds in total. */
const REPLY_PAUSES_MS: readonly number[] = [20, 40, 80, 160, 300, 600, 900, 900]

/** Waits for the end of a request that another call, perhaps of another process, is sending. Returns the order as it is then. */
export async function waitForResponse(context: GatewayContext, row: OrderRow): Promise<OrderRow> {
  let current = row
  for (const pauseMs of REPLY_PAUSES_MS) {
    if (!isBeingSent(context, current)) return current
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    current = await readStored(context, row.merchantOrderId)
  }
  return current
}

/** True while the request that begins the payment is being sent. After `sendByMs`, its process has died. */
export function isBeingSent({ clock }: Pick<GatewayContext, 'clock'>, row: OrderRow): boolean {
  return isReplyAwaited(row, clock.now())
}

/** Reads an order that this call has just stored. */
export async function readStored({ database }: GatewayContext, merchantOrderId: string): Promise<OrderRow> {
  const row = await readOrder(database, merchantOrderId)
  if (!row) throw new Error(`The order ${merchantOrderId} is missing from the database`)
  return row
}
