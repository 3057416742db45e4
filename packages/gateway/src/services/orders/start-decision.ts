import { randomBytes } from 'node:crypto'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { isOpenedByStart, isPayableWith } from '../../domain/orders/checkout.ts'
import { UNDECIDED_AFTER_MS } from '../../domain/orders/findings.ts'
import { fingerprintOf } from '../../domain/orders/fingerprint.ts'
import { madeOrderId } from '../../domain/orders/order-ids.ts'
import { MARGIN_MS } from '../../domain/orders/polls.ts'
import { amountText, GatewayError } from '../../errors.ts'
import { type Actor, keepActor } from '../../storage/access/audit.ts'
import { lockReference } from '../../storage/advisory-locks.ts'
import { type Queries, repeatedOnConflict, undefinedOnConflict } from '../../storage/database.ts'
import { insertOrder, type NewOrder, newOrderRow } from '../../storage/orders/new-orders.ts'
import { beginOpening, type FingerprintedOrder, ordersToStart } from '../../storage/orders/order-openings.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { checkReferenceOfOrder } from './bill-references.ts'
import type { MissingOrder } from './import-order.ts'
import {
  checkPayable,
  idTaken,
  isBeingSent,
  mayImport,
  type Opening,
  openingTimes,
  referenceInReview,
  referencePaid,
  replaced,
} from './open-order.ts'
import { checkSame, isIdentical, parametersOf, type WantedOrder } from './start-parameters.ts'

/** Assumed lifetime of an order until the provider's reply states its expiry; longer than the provider's defaults. Seconds. */
const ASSUMED_LIFE_SEC = 1_200
const FIRST_POLL_MS = 20_000
/** Without an id, a lost reply leads to a second order: the payer has not seen the page of the first and cannot pay it. */
const MAX_LOST_ORDERS = 2
/** Longer than a request can be in flight: after it, a lost order whose page nobody got no longer counts. Milliseconds. */
const IN_FLIGHT_MS = 60_000

/** The next step of `orders.start` and `links.create`. */
export type StartDecision =
  /** The order exists: return it. */
  | { readonly kind: 'return'; readonly row: OrderRow }
  /** This call, and no other, creates the order at the provider. */
  | { readonly kind: 'open'; readonly row: OrderRow; readonly opening: Opening }
  /** Another call is creating this order at the provider. */
  | { readonly kind: 'wait'; readonly row: OrderRow }
  /** These orders may have been decided by now: check their status, then decide again. */
  | { readonly kind: 'check'; readonly rows: readonly OrderRow[] }
  /** The reference takes no other order, but the provider may know this one from before a restore: ask it, then decide again. */
  | ({ readonly kind: 'import' } & MissingOrder)
  /** The reply to the request was lost, so there is no page. */
  | { readonly kind: 'lost' }

/** `checked`: ids of orders that this call has checked or waited for already. */
export async function decideStart(
  context: GatewayContext,
  wanted: WantedOrder,
  checked: ReadonlySet<string>,
): Promise<StartDecision> {
  await checkReferenceOfOrder(context.database, wanted.reference)
  const times = openingTimes(context)
  const mayBeFirst = checked.size === 0 && isProgram(context.actor)
  const first = mayBeFirst ? await insertFirst({ context, wanted, times }).catch(undefinedOnConflict) : undefined
  if (first) {
    publish(context, first)
    return first
  }
  const isRestored = wanted.merchantOrderId !== undefined && (await context.restores.restoredAtMs()) !== undefined
  const { decision, isNew } = await repeatedOnConflict(() =>
    context.database.transaction(async (tx) => {
      await lockReference(tx, wanted.reference)
      const orders = await ordersToStart(tx, wanted.reference, wanted.merchantOrderId)
      const decided = await decide({ context, tx, wanted, checked, times, isRestored }, orders)
      await keepActor(tx, context.actor)
      return decided
    }, wanted.reference),
  )
  if (decision.kind === 'open' || isNew) publish(context, decision)
  return decision
}

/** An account or a key may lose its rights while the order waits to be stored, which many orders at once cannot check for each. */
const isProgram = (actor: Actor | undefined): boolean => actor?.userId === undefined && actor?.keyId === undefined

interface Wanted {
  readonly context: GatewayContext
  readonly wanted: WantedOrder
  readonly times: ReturnType<typeof openingTimes>
}

interface Start extends Wanted {
  readonly tx: Queries
  readonly checked: ReadonlySet<string>
  /** The database was restored: it may lack an order whose id the caller knows. */
  readonly isRestored: boolean
}

type Decided = { readonly decision: StartDecision; readonly isNew?: boolean }

async function decide(start: Start, orders: readonly FingerprintedOrder[]): Promise<Decided> {
  const { context, wanted, times } = start
  const known = orders.find(({ merchantOrderId }) => merchantOrderId === wanted.merchantOrderId)
  if (known) checkSame(context, known, wanted)
  const ofReference = orders.filter(({ reference }) => reference === wanted.reference)
  const closed = whyClosed(ofReference, wanted.reference)
  if (closed) return refuse(start, known, closed)
  if (known) checkPayable(known)

  const open = ofReference.filter(isOpen)
  const candidates = candidatesAmong(start, open, known)
  const conflicts = open.filter((order, index) => isConflict(order, open.slice(index + 1), wanted, times.nowMs))
  const rows = toCheck(start, candidates, conflicts)
  if (rows.length > 0) return { decision: { kind: 'check', rows } }
  const refused = wanted.replaces ? undefined : refusedFor(start, known, conflicts)
  if (refused) return refused
  if (known?.replacedBy !== undefined) throw replaced(known.merchantOrderId, known.replacedBy)

  const found = candidates.find((order) => isReturned(start, order, known !== undefined))
  if (found) return existing(found)
  const decision = isOpenedByStart(wanted.checkout) ? await resume(start, candidates, known !== undefined) : undefined
  return decision ? { decision } : insert(start)
}

/** The refusal when an order of the reference is paid or may be; undefined when the reference takes another order. */
function whyClosed(ofReference: readonly FingerprintedOrder[], reference: string): GatewayError | undefined {
  const paid = ofReference.find(({ resolution }) => resolution === 'fulfil')
  if (paid) return referencePaid(reference, paid.merchantOrderId)
  const unclear = ofReference.find(({ isUnclear }) => isUnclear)
  return unclear && referenceInReview(reference, unclear.merchantOrderId)
}

/** The orders that this call may return or continue: the one that it names, else the open ones of the same parameters. */
function candidatesAmong(start: Start, open: readonly FingerprintedOrder[], known: FingerprintedOrder | undefined) {
  if (known) return [known]
  return start.wanted.merchantOrderId === undefined
    ? open.filter((order) => isIdentical(start.context, order, start.wanted))
    : []
}

/**
 * True when an open order keeps another amount from its reference. An order that a later one with the wanted amount has superseded, or that the
 * provider does not decide, does not: a payment of it is refunded, because its reference has another amount.
 */
const isConflict = (order: OrderRow, later: readonly OrderRow[], { amount }: WantedOrder, nowMs: number): boolean =>
  order.amount !== amount && nowMs < conflictsUntil(order) && !later.some((one) => one.amount === amount)

/** The orders whose status decides, and that this call has not checked: those that have expired, and before they are replaced those that may be paid. */
function toCheck(
  { wanted, times, checked }: Start,
  candidates: readonly FingerprintedOrder[],
  conflicts: readonly FingerprintedOrder[],
): readonly FingerprintedOrder[] {
  const unchecked = (order: OrderRow) => !checked.has(order.merchantOrderId)
  const expired = [...candidates, ...conflicts].filter((order) => times.nowMs >= expiryOf(order) && unchecked(order))
  if (expired.length > 0 || !wanted.replaces) return expired
  return conflicts.filter((order) => order.sentAtMs !== undefined && order.replacedBy === undefined && unchecked(order))
}

/** The answer to a start whose reference has open orders of another amount; undefined without one. */
function refusedFor(
  start: Start,
  known: OrderRow | undefined,
  conflicts: readonly FingerprintedOrder[],
): Decided | undefined {
  const [conflict] = conflicts
  if (!conflict) return undefined
  const latest = conflicts.at(-1) ?? conflict
  const isSent = latest.sentAtMs !== undefined
  if (isSent && mayBeMissing(start, known) && !start.checked.has(latest.merchantOrderId))
    return { decision: { kind: 'check', rows: [latest] } }
  return refuse(start, known, differentAmount(conflict), isSent && !isConfirmed(latest, start.checked))
}

/**
 * True when the order is the answer as it is: an order with a page that the payer can still use, or one of the custom checkout. An order whose payment the
 * payer has started is returned only to a caller who names the order.
 * @throws GatewayError PROVIDER_UNAVAILABLE when this process cannot read the page
 */
function isReturned({ wanted, times, checked }: Start, order: FingerprintedOrder, isNamed: boolean): boolean {
  if (!isOpenedByStart(wanted.checkout)) return isNamed || order.sentAtMs === undefined
  const isPayable = times.nowMs < expiryOf(order) || isConfirmed(order, checked)
  if (!hasPage(order) || !(isNamed || isPayable)) return false
  if (order.unreadablePage !== undefined) throw pageUnreadable(order.merchantOrderId, order.unreadablePage)
  return true
}

/** @throws the refusal, unless the order may be missing here */
function refuse(start: Start, known: OrderRow | undefined, refusal: GatewayError, isUncertain = false): Decided {
  if (!mayBeMissing(start, known)) throw refusal
  const { order } = newOrder(start)
  const { createdAtMs } = order
  const sent = {
    opening: 'unknown',
    sentAtMs: createdAtMs,
    sendByMs: undefined,
    nextPollAtMs: createdAtMs + FIRST_POLL_MS,
  } as const
  return { decision: { kind: 'import', order: { ...order, ...sent }, isUncertain } }
}

/** True when the provider may have an order that is not stored: the caller gave the id, and this call has not asked the provider yet. */
function mayBeMissing({ context, wanted, checked, isRestored }: Start, known: OrderRow | undefined): boolean {
  const { merchantOrderId } = wanted
  return isRestored && mayImport(context) && !known && merchantOrderId !== undefined && !checked.has(merchantOrderId)
}

/** True when this call asked the provider, and the answer was that the order is open. The gateway's clock then does not expire the order. */
function isConfirmed({ merchantOrderId, unansweredPolls }: OrderRow, checked: ReadonlySet<string>): boolean {
  return checked.has(merchantOrderId) && unansweredPolls === 0
}

function existing({
  startFingerprint: _,
  unreadablePage: __,
  isUnclear: ___,
  replacedBy: ____,
  ...row
}: FingerprintedOrder): Decided {
  return { decision: { kind: 'return', row } }
}

/** Continues with orders that their start opens and that have no page or token yet; undefined when there is none to continue with. */
async function resume(
  start: Start,
  candidates: readonly FingerprintedOrder[],
  isKnown: boolean,
): Promise<StartDecision | undefined> {
  const { context, tx, checked } = start
  const unsent = candidates.find(({ sentAtMs }) => sentAtMs === undefined)
  if (unsent) {
    const opening = openingOf(start, unsent.merchantOrderId)
    const row = await beginOpening(tx, opening)
    if (row) return { kind: 'open', row, opening }
  }
  const withoutPage = candidates.filter((row) => !hasPage(row) && row.sentAtMs !== undefined)
  const sending = withoutPage.filter((row) => isBeingSent(context, row))
  const unawaited = sending.find(({ merchantOrderId }) => !checked.has(merchantOrderId))
  if (unawaited) return { kind: 'wait', row: unawaited }
  // Its page may still come: another order would be a second page of one cart.
  if (sending.length > 0) return { kind: 'lost' }
  // The provider may have sent a link whose reply was lost, and its payer could pay both: only a check that closes the link ends this.
  const isLink = start.wanted.checkout === 'LINK'
  const mayBeLost = isLink ? 1 : MAX_LOST_ORDERS
  const recent = withoutPage.filter(({ sentAtMs = 0 }) => isLink || start.times.nowMs - sentAtMs < IN_FLIGHT_MS)
  if (!isKnown && recent.length < mayBeLost) return undefined
  const unchecked = withoutPage.filter(({ merchantOrderId }) => !checked.has(merchantOrderId))
  return unchecked.length > 0 ? { kind: 'check', rows: unchecked } : { kind: 'lost' }
}

/** Most orders are the first of their reference, so there is nothing to decide. Undefined for any other: nothing was stored. */
async function insertFirst(start: Wanted): Promise<StartDecision | undefined> {
  const { order, opening } = newOrder(start)
  return (await start.context.orderBatches.insertFirst(order)) ? decisionFor(newOrderRow(order), opening) : undefined
}

async function insert(start: Start): Promise<Decided> {
  const { order, opening } = newOrder(start)
  const row = await insertOrder(start.tx, order)
  // Another reference's start took the id at the same moment.
  if (!row) throw idTaken(order.merchantOrderId, 'reference')
  return { decision: decisionFor(row, opening), isNew: true }
}

function decisionFor(row: OrderRow, opening: Opening): StartDecision {
  return isOpenedByStart(row.checkout) ? { kind: 'open', row, opening } : { kind: 'return', row }
}

function newOrder(start: Wanted): { order: NewOrder; opening: Opening } {
  const { context, wanted, times } = start
  const { reference, amount, checkout } = wanted
  const merchantOrderId =
    wanted.merchantOrderId ?? madeOrderId(context.orderIdPrefix, times.nowMs, randomBytes(8).toString('hex'))
  const isOpened = isOpenedByStart(checkout)
  const opening = openingOf(start, merchantOrderId)
  const { expiresAtMs } = opening
  const order = {
    merchantOrderId,
    reference,
    checkout,
    amount,
    request: requestOf(wanted),
    createdAtMs: times.nowMs,
    expiresAtMs,
    opening: isOpened ? ('sending' as const) : ('unsent' as const),
    sentAtMs: isOpened ? times.nowMs : undefined,
    sendByMs: isOpened ? times.sendByMs : undefined,
    ...(mayImport(context) ? {} : { mayNotImport: true }),
    // An order that is not sent is closed by the clock.
    nextPollAtMs: isOpened ? opening.nextPollAtMs : expiresAtMs + MARGIN_MS,
    startFingerprint: fingerprintOf(parametersOf(wanted), merchantOrderId, context.digest),
  }
  return { order, opening }
}

/** Returns the stored parameters of a request. The payer of a link is not stored: the provider sends the link. */
function requestOf(wanted: WantedOrder): NewOrder['request'] {
  const { expireAfter, metaInfo } = wanted
  if (wanted.checkout === 'LINK') return defined({ message: wanted.description, expireAfter, metaInfo })
  const { redirectUrl, message, merchantUserId } = wanted
  return defined({ redirectUrl, expireAfter, message, metaInfo, merchantUserId })
}

function openingOf({ wanted, times }: Pick<Wanted, 'wanted' | 'times'>, merchantOrderId: string) {
  const { nowMs, sendByMs, sendByMonotonicMs } = times
  const expiresAtMs = nowMs + (wanted.expireAfter ?? ASSUMED_LIFE_SEC) * 1_000
  return {
    merchantOrderId,
    sentAtMs: nowMs,
    sendByMs,
    sendByMonotonicMs,
    expiresAtMs,
    nextPollAtMs: nowMs + FIRST_POLL_MS,
  }
}

/** After the commit. */
function publish({ wake, events }: GatewayContext, decision: StartDecision): void {
  if (decision.kind !== 'open' && decision.kind !== 'return') return
  const { merchantOrderId, nextPollAtMs, state, version } = decision.row
  if (nextPollAtMs !== undefined) wake('poll-orders', nextPollAtMs)
  events.emit({ type: 'order', merchantOrderId, state, version })
}

const isOpen = ({ state }: OrderRow) => state === 'CREATED' || state === 'PENDING'

/** True when there is a page or a token; a reply may have had none. A page that cannot be decrypted counts, because the payer may have the page. */
const hasPage = ({ checkout, opened, orderId, unreadablePage }: FingerprintedOrder): boolean =>
  isPayableWith(checkout, opened, orderId) || unreadablePage !== undefined

const expiryOf = ({ expiresAtMs, createdAtMs }: OrderRow) => expiresAtMs ?? createdAtMs

function pageUnreadable(merchantOrderId: string, reason: string): GatewayError {
  return new GatewayError(
    'PROVIDER_UNAVAILABLE',
    `${merchantOrderId} has a page, which this process cannot read: ${reason}. No other order was started: configure the key, or use another replica`,
  )
}

function differentAmount(order: OrderRow): GatewayError {
  const { merchantOrderId, reference, amount, sentAtMs, checkout } = order
  const until = new Date(expiryOf(order)).toISOString()
  const how =
    sentAtMs === undefined
      ? 'cancel that order'
      : checkout === 'LINK'
        ? 'cancel that link'
        : `its payment was started and cannot be cancelled, so wait until it is final, at the latest until ${new Date(conflictsUntil(order)).toISOString()}`
  return new GatewayError(
    'DIFFERENT_AMOUNT',
    `${reference} has the open order ${merchantOrderId} of ${amountText(amount)}, which expires at ${until}: ${how}, or use the same amount, or repeat the request with replaces: true`,
    { field: 'amount' },
  )
}

/** Until when the order keeps another amount from its reference, if nothing decides it before. Epoch milliseconds. */
const conflictsUntil = (order: OrderRow): number => expiryOf(order) + UNDECIDED_AFTER_MS
