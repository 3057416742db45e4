import { randomBytes } from 'node:crypto'
import type { CreateLink } from '@galla/contract/gateway-api/links'
import type { StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { isOpenedByStart, isPayableWith } from '../../domain/orders/checkout.ts'
import { UNDECIDED_AFTER_MS } from '../../domain/orders/findings.ts'
import { differingField, fingerprintOf, isComparable } from '../../domain/orders/fingerprint.ts'
import { madeOrderId } from '../../domain/orders/order-ids.ts'
import { MARGIN_MS } from '../../domain/schedule.ts'
import { amountText, GatewayError } from '../../errors.ts'
import { type Actor, keepActor } from '../../storage/access/audit.ts'
import { lockReference } from '../../storage/advisory-locks.ts'
import { type Queries, repeatedOnConflict, undefinedOnConflict } from '../../storage/database.ts'
import { insertOrder, type NewOrder, newOrderRow } from '../../storage/orders/new-orders.ts'
import { beginOpening, type FingerprintedOrder, ordersToStart } from '../../storage/orders/order-openings.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
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

/** Assumed lifetime of an order until the provider's reply states its expiry; longer than the provider's defaults. Seconds. */
const ASSUMED_LIFE_SEC = 1_200
const FIRST_POLL_MS = 20_000
/** Without an id, a lost reply leads to a second order: the payer has not seen the page of the first and cannot pay it. */
const MAX_LOST_ORDERS = 2
/** Longer than a request can be in flight: after it, a lost order whose page nobody got no longer counts. Milliseconds. */
const IN_FLIGHT_MS = 60_000

/** A payment link as it is started: its lifetime is always known. */
export interface WantedLink extends CreateLink {
  readonly checkout: 'LINK'
  readonly expireAfter: number
}

/** The parameters of `orders.start` or `links.create`. */
export type WantedOrder = StartOrder | WantedLink

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
  const { context, wanted, checked, times } = start
  const { reference, amount, merchantOrderId } = wanted
  const known = orders.find((order) => order.merchantOrderId === merchantOrderId)
  if (known) checkSame(context, known, wanted)
  const paid = orders.find((order) => order.reference === reference && order.resolution === 'fulfil')
  if (paid) return refuse(start, known, referencePaid(reference, paid.merchantOrderId))
  const unclear = orders.find((order) => order.reference === reference && order.isUnclear)
  if (unclear) return refuse(start, known, referenceInReview(reference, unclear.merchantOrderId))
  if (known) checkPayable(known)

  const open = orders.filter((order) => order.reference === reference && isOpen(order))
  const candidates = known ? [known] : wanted.merchantOrderId === undefined ? open.filter(isIdentical(start)) : []
  // An order that a later one with this amount has superseded, or that the provider does not decide, is not a conflict: a payment of it is
  // refunded, because its reference has another amount.
  const conflicts = open.filter(
    (order, index) =>
      order.amount !== amount &&
      times.nowMs < conflictsUntil(order) &&
      !open.slice(index + 1).some((later) => later.amount === amount),
  )
  const expired = [...candidates, ...conflicts].filter(
    (order) => times.nowMs >= expiryOf(order) && !checked.has(order.merchantOrderId),
  )
  if (expired.length > 0) return { decision: { kind: 'check', rows: expired } }
  if (wanted.replaces) {
    // One that is paid by now is not replaced.
    const unchecked = conflicts.filter(
      ({ sentAtMs, replacedBy, merchantOrderId: id }) =>
        sentAtMs !== undefined && replacedBy === undefined && !checked.has(id),
    )
    if (unchecked.length > 0) return { decision: { kind: 'check', rows: unchecked } }
  }
  const [conflict] = wanted.replaces ? [] : conflicts
  if (conflict) {
    const latest = conflicts.at(-1) ?? conflict
    const isUnsent = latest.sentAtMs === undefined
    if (mayBeMissing(start, known) && !isUnsent && !checked.has(latest.merchantOrderId))
      return { decision: { kind: 'check', rows: [latest] } }
    return refuse(start, known, differentAmount(conflict), !isUnsent && !isConfirmed(latest, checked))
  }
  if (known?.replacedBy !== undefined) throw replaced(known.merchantOrderId, known.replacedBy)

  for (const row of candidates) {
    // An order whose payment the payer has started is returned to the caller who names it.
    if (!isOpenedByStart(wanted.checkout) && (known || row.sentAtMs === undefined)) return existing(row)
    const isPayable = times.nowMs < expiryOf(row) || isConfirmed(row, checked)
    if (isOpenedByStart(wanted.checkout) && hasPage(row) && (known || isPayable)) {
      if (row.unreadablePage !== undefined) throw pageUnreadable(row.merchantOrderId, row.unreadablePage)
      return existing(row)
    }
  }
  if (isOpenedByStart(wanted.checkout)) {
    const decision = await resume(start, candidates, known !== undefined)
    if (decision) return { decision }
  }
  return insert(start)
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

/** The parameters that make two starts the same. */
function parametersOf(wanted: WantedOrder): object {
  const { merchantOrderId: _, replaces: __, ...parameters } = wanted
  return parameters
}

const isIdentical =
  ({ context, wanted }: Start) =>
  (order: FingerprintedOrder): boolean =>
    order.needsReview === undefined &&
    order.replacedBy === undefined &&
    differingParameter(context, order, wanted) === undefined

function differingParameter(
  context: GatewayContext,
  order: FingerprintedOrder,
  wanted: WantedOrder,
): string | undefined {
  const { merchantOrderId, startFingerprint, reference, amount, checkout, request } = order
  const given = fingerprintOf(parametersOf(wanted), merchantOrderId, context.digest)
  if (isComparable(startFingerprint, given)) return differingField(startFingerprint, given)
  // Started before a change of the client secret: the parameters are stored, until they are erased, with what the choice of a payment mode had since.
  const { payerVpa: _vpa, payerUserIds: _ids, ...started } = request
  const parameters = isErased(order) ? parametersOf(wanted) : started
  const stored = { ...parameters, reference, amount, checkout }
  return differingField(fingerprintOf(stored, merchantOrderId, context.digest), given)
}

/** Erasure leaves no digest. */
const isErased = ({ startFingerprint }: FingerprintedOrder): boolean => Object.keys(startFingerprint).length === 0

/** @throws GatewayError ID_TAKEN when the id was used with other parameters */
function checkSame(context: GatewayContext, known: FingerprintedOrder, wanted: WantedOrder): void {
  const field = differingParameter(context, known, wanted)
  if (field !== undefined) throw idTaken(known.merchantOrderId, field)
}

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
