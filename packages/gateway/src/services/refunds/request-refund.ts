import { REFUND_REASONS, type Refund, type RequestRefund, SMALLEST_REFUND } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { refundEvent } from '../../domain/events/events.ts'
import { indianDay } from '../../domain/finance/indian-time.ts'
import type { Balances } from '../../domain/finance/ledger.ts'
import { isReservedRefundId } from '../../domain/orders/automatic-refunds.ts'
import { approveBy, limitsOf, needsApproval, type Requester } from '../../domain/refunds/controls.ts'
import { newRefund, type RefundRecord } from '../../domain/refunds/refund.ts'
import { judgeRefund, type RefundJudgement } from '../../domain/refunds/request.ts'
import { amountText, GatewayError, invalid } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { type Queries, repeatedOnConflict } from '../../storage/database.ts'
import { lockOrder } from '../../storage/orders/orders.ts'
import { isUnreadable } from '../../storage/privacy/data-keys.ts'
import { isErasedOrder } from '../../storage/privacy/erasures.ts'
import { countedRefunds, countRefund } from '../../storage/refunds/refund-days.ts'
import { shownRefundId } from '../../storage/refunds/refund-ids.ts'
import {
  insertRefund,
  newRefundKey,
  type RefundRow,
  readRefund,
  refundsOf,
  viewRefund,
} from '../../storage/refunds/refunds.ts'
import { recordEvents } from '../events/record-events.ts'
import { postRefund } from '../finance/ledger.ts'
import { checkAmount, checkFields, checkId, checkStorable } from '../validation.ts'

/** A refund to request. */
export interface RefundRequest extends RequestRefund {
  /** The paid order. */
  merchantOrderId: string
  /** The requester: `api` for your code, `console` for a person in the console. @default 'api' */
  origin?: 'api' | 'console'
}

/** Additions of a caller to the rules for its requests: a file of refunds, or a key that only requests. */
interface RequestRules {
  /** Runs in the transaction that stores the refund, and refuses it by an error. */
  readonly mayRequest?: (tx: Queries) => Promise<void>
  /** The refund waits for a second person whatever its amount and the limits of this process are. */
  readonly mustWait?: boolean
}

/** Compared with the interface: a missing or an extra name is a type error. */
const REFUND_FIELDS = Object.keys({
  merchantRefundId: true,
  merchantOrderId: true,
  amount: true,
  note: true,
  origin: true,
  reason: true,
} satisfies { [Name in keyof Required<RefundRequest>]: true })

/** A refund that is asked for, with checked fields. */
type AskedRefund = Pick<RefundRecord, 'merchantOrderId' | 'amount'> &
  Pick<RefundRequest, 'merchantRefundId' | 'note' | 'reason'> & { readonly origin: 'api' | 'console' }

/**
 * Stores a refund request durably; a worker sends it. The amount is checked against all refunds of the order under the order's
 * lock, so the refunds of an order never exceed what was paid. The same id, order, amount and note again returns the same refund.
 * Above the amount of `refundControls` it waits for a second person, with its amount held.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, NOT_PAID, AMOUNT_TOO_LARGE, REFUND_IN_PROGRESS, REFERENCE_IN_REVIEW, ID_TAKEN, REFUND_LIMIT
 */
export async function requestRefund(
  context: GatewayContext,
  request: RefundRequest,
  { mayRequest, mustWait = false }: RequestRules = {},
): Promise<Refund> {
  const asked = readRequest(request)
  const { merchantRefundId, merchantOrderId } = asked
  const { row, isNew } = await repeatedOnConflict(() =>
    context.database.transaction(async (tx) => {
      const order = (await lockOrder(tx, merchantOrderId))?.row
      // Not before the lock: the hold is posted at the time of its commit, also when the lock was waited for.
      const nowMs = context.clock.now()
      await mayRequest?.(tx)
      if (!order) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
      const known = await readRefund(tx, merchantRefundId)
      const refunds = await refundsOf(tx, merchantOrderId)
      const judgement = judgeRefund({ ...asked, note: await comparableNote(tx, asked, known) }, known, order, refunds)
      if (judgement.kind === 'same' && known) return { row: known, isNew: false }
      if (judgement.kind !== 'new') throw refusalOf(judgement)
      if (isReservedRefundId(merchantRefundId, merchantOrderId)) throw invalid('merchantRefundId', RESERVED)
      const refund = await refundToStore(context, tx, asked, { refunds, mustWait, nowMs })
      const row = await storeRefund(context, tx, refund, asked, { order, nowMs })
      return { row, isNew: true }
    }, merchantOrderId),
  )
  if (isNew) announce(context, asked, row)
  return viewRefund(row)
}

/** @throws GatewayError INVALID_REQUEST */
function readRequest(request: RefundRequest): AskedRefund {
  checkFields(request, REFUND_FIELDS)
  const { merchantRefundId, merchantOrderId, amount, note: given, reason, origin = 'api' } = request
  checkId(merchantRefundId, 'merchantRefundId')
  checkAmount(amount)
  if (amount < SMALLEST_REFUND)
    throw invalid(
      'amount',
      `must be at least ${SMALLEST_REFUND} paise (${amountText(SMALLEST_REFUND)}): the provider refunds nothing smaller`,
    )
  // A form may send an empty note at first, and leave it out of the repeat.
  const note = given === '' ? undefined : given
  if (note !== undefined && (typeof note !== 'string' || note.length > 500))
    throw invalid('note', 'must be a text of at most 500 characters')
  checkStorable(note, 'note')
  if (reason !== undefined && !REFUND_REASONS.includes(reason))
    throw invalid('reason', `must be one of ${REFUND_REASONS.join(', ')}`)
  return { merchantRefundId, merchantOrderId, amount, origin, ...defined({ note, reason }) }
}

/**
 * The note to compare with that of the stored refund: the stored note itself, if it was erased, its data key is lost, or the provider reported
 * the refund first.
 */
async function comparableNote(
  tx: Queries,
  { note }: AskedRefund,
  known: RefundRow | undefined,
): Promise<string | undefined> {
  if (!known) return note
  if (known.origin === 'external' || isUnreadable(known.note)) return known.note
  const isErased = known.note === undefined && (await isErasedOrder(tx, known.merchantOrderId))
  return isErased ? undefined : note
}

/** The refund with a key of its own, and with what the controls ask of it. */
async function refundToStore(
  context: GatewayContext,
  tx: Queries,
  { note: _, reason, ...asked }: AskedRefund,
  { refunds, mustWait, nowMs }: { refunds: readonly RefundRecord[]; mustWait: boolean; nowMs: number },
): Promise<RefundRecord> {
  const refund = newRefund({ ...asked, id: await newRefundKey(tx), createdAtMs: nowMs })
  return { ...refund, ...defined({ reason }), ...controlsOn(context, refund, refunds, mustWait) }
}

/** Stores the refund with its hold in the ledger, its audit entry, its event, and its part of the daily limit. */
async function storeRefund(
  context: GatewayContext,
  tx: Queries,
  refund: RefundRecord,
  { merchantRefundId, note }: AskedRefund,
  { order, nowMs }: { order: Pick<Balances, 'availableAmount'>; nowMs: number },
): Promise<RefundRow> {
  const isNew = await insertRefund(tx, { refund, note, nextPollAtMs: refund.approveByMs ?? nowMs })
  const row = isNew ? await readRefund(tx, merchantRefundId) : undefined
  // Refund ids are unique across orders, and another order has another lock.
  if (!row) throw refusalOf({ kind: 'id-taken', field: 'merchantOrderId' })
  if ((await postRefund(tx, refund, nowMs)) === 'exceeds')
    throw refusalOf({ kind: 'too-much', refundable: order.availableAmount as Paise })
  // A person or a stored key. The merchant's own process keeps its own records.
  if (context.actor) await auditRequest(context, tx, refund, note)
  if (refund.approval) await recordEvents(context, tx, [refundEvent('refund.needs_approval', refund)])
  // Last, because all requests of the role wait for each other until the commit.
  await countForDay(context, tx, refund)
  return row
}

/** Tells the workers, the console and the log of a new refund. */
function announce(
  context: GatewayContext,
  { merchantRefundId, merchantOrderId, origin }: AskedRefund,
  row: RefundRow,
): void {
  const { state, version } = row
  context.wake('send-refunds', row.approveByMs)
  if (row.approval) context.wake('deliveries')
  context.events.emit({ type: 'refund', merchantRefundId, merchantOrderId, state, version })
  context.log.info({ merchantRefundId, merchantOrderId, origin }, 'Refund requested')
}

const RESERVED =
  'must not end in -late, -dup or -twice: these are the ids of automatic refunds of other orders, which would not be refunded'

/** Returns the fields for the requester, and for the wait for a second person. */
function controlsOn(
  { actor, refundControls = {} }: GatewayContext,
  { amount, createdAtMs }: RefundRecord,
  earlier: readonly RefundRecord[],
  mustWait: boolean,
): Partial<RefundRecord> {
  const requester = actor?.role ?? 'program'
  const waits = mustWait || needsApproval(refundControls, { requester, amount, earlier })
  const isProgram = actor?.userId === undefined
  // A limit that is set later must not be raised by taking back what was never counted.
  const counted = limitsOf(refundControls, requester).dailyLimit !== undefined && { countedForDay: true }
  if (isProgram && !waits) return { requestedRole: requester, ...counted }
  return {
    requestedBy: actor?.who ?? 'program',
    requestedById: actor?.userId ?? actor?.keyId ?? 'program',
    requestedRole: requester,
    ...counted,
    ...(waits && { approval: 'waiting', approveByMs: approveBy(refundControls, createdAtMs), eventCount: 1 }),
  }
}

/** @throws GatewayError REFUND_LIMIT */
async function countForDay(
  { refundControls = {} }: GatewayContext,
  tx: Queries,
  { amount, createdAtMs, requestedRole }: RefundRecord,
): Promise<void> {
  const role = requestedRole as Requester
  const { dailyLimit } = limitsOf(refundControls, role)
  if (dailyLimit === undefined) return
  const day = { day: indianDay(createdAtMs), role }
  if (await countRefund(tx, day, { amount, dailyLimit })) return
  const left = Math.max(dailyLimit - (await countedRefunds(tx, day)), 0)
  const who = role === 'program' ? 'Your program' : `The role ${role}`
  throw new GatewayError('REFUND_LIMIT', `${who} may request ${amountText(left)} more in refunds today (in India)`, {
    field: 'amount',
  })
}

/** In the transaction of the request: what cannot be recorded is not refunded. */
function auditRequest(context: GatewayContext, tx: Queries, refund: RefundRecord, note?: string): Promise<void> {
  const { merchantOrderId, amount, reason, approval } = refund
  const what = `requested refund ${shownRefundId(refund)}${approval ? ', which waits for approval' : ''}` as const
  return writeAudit(
    { ...context, database: tx },
    {
      atMs: refund.createdAtMs,
      what,
      kind: 'order',
      id: merchantOrderId,
      ...defined({ detail: note }),
      after: { amount, ...defined({ reason }) },
    },
  )
}

function refusalOf(judgement: RefundJudgement): GatewayError {
  switch (judgement.kind) {
    case 'too-much':
      return new GatewayError(
        'AMOUNT_TOO_LARGE',
        `The amount exceeds what may still be refunded: ${amountText(judgement.refundable)}`,
        { field: 'amount' },
      )
    case 'one-at-a-time':
      return new GatewayError('REFUND_IN_PROGRESS', inProgress(judgement.other))
    case 'in-review':
      return orderInReview()
    case 'id-taken':
      return new GatewayError(
        'ID_TAKEN',
        `This merchantRefundId belongs to a refund with another ${judgement.field}: choose a new id for another refund`,
        { field: judgement.field },
      )
    default:
      return new GatewayError('NOT_PAID', 'The order is not paid, so there is nothing to refund')
  }
}

export function orderInReview(): GatewayError {
  return new GatewayError(
    'REFERENCE_IN_REVIEW',
    'The order needs review: the provider may have taken its payment back, or received less. Resolve the review first',
  )
}

/** Names the refund that blocks the request, and says when the block ends. */
function inProgress(refund: RefundRecord): string {
  const { amount, inDoubt, needsReview, approval } = refund
  const which = `The refund ${shownRefundId(refund)} of this order (${amountText(amount)})`
  if (approval === 'waiting') return `${which} waits for the approval of a second person: approve or decline it first`
  if (needsReview) return `${which} needs review (${needsReview.reason}): resolve it first`
  return inDoubt
    ? `${which} is in doubt: the response to its request was lost, and its status is checked until the provider reports the result`
    : `${which} is in progress: wait until it is final`
}
