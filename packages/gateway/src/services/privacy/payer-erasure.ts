import type { ErasurePreview, ErasureResult, LegalHold, PayerSelector } from '@galla/contract/gateway-api/payers'
import { type GatewayContext, readsOfCaller } from '../../context.ts'
import { valueDigest } from '../../domain/orders/fingerprint.ts'
import { matchPhone, matchVpa, type PayerMatch } from '../../domain/privacy/payer-match.ts'
import { visibleText } from '../../domain/visible-text.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { RETENTION_QUEUE } from '../../storage/advisory-locks.ts'
import { findPayerOrders, type PayerOrder } from '../../storage/orders/payer-orders.ts'
import { eraseDueOrders, requestErasure } from '../../storage/privacy/erasures.ts'
import { deleteHold, insertHold, listHolds } from '../../storage/privacy/legal-holds.ts'
import { lockRetention } from '../../storage/privacy/retention.ts'
import { checkId, checkNote, checkUserId } from '../validation.ts'

const DAY_MS = 86_400_000
/** Callbacks and replies about an order may arrive this long after its erasure was requested. */
const REPEAT_MS = 30 * DAY_MS
const BATCH = 100
const MAX_IDS = 1_000

type Context = Pick<GatewayContext, 'database' | 'reads' | 'clock' | 'log' | 'digest' | 'payerDigest' | 'actor'>

/** Returns the effects that `erasePayer` would have. Changes nothing, and is not audited. */
export async function previewErasure(context: Context, payer: PayerSelector): Promise<ErasurePreview> {
  return previewOf(await findOrders(context, payer, context.clock.now()))
}

/** Reads all orders, or nearly: in the share of the connections that is for reads. */
function findOrders(context: Context, payer: PayerSelector, nowMs: number): Promise<PayerOrder[]> {
  const { digest } = context
  const match = matchOf(payer)
  const { path, values } = match.entered ?? { path: '', values: [] }
  const isEntered = (merchantOrderId: string, stored: string) =>
    values.some((value) => valueDigest(merchantOrderId, path, value, digest) === stored)
  return findPayerOrders(readsOfCaller(context), match, isEntered, nowMs)
}

/**
 * Erases the payer data of all orders that match, with everything about them, now or as soon as each is final and not held. Amounts,
 * ids, states and decisions stay. The audit log gets a keyed digest of the selector.
 * @throws GatewayError INVALID_REQUEST
 */
export async function erasePayer(context: Context, given: PayerSelector): Promise<ErasureResult> {
  const payer = { ...given }
  const { database, clock, log, payerDigest } = context
  const nowMs = clock.now()
  const found = await findOrders(context, payer, nowMs)
  const ids = found.map(({ merchantOrderId }) => merchantOrderId)
  const what = `requested the erasure of ${ids.length === 1 ? '1 order' : `${ids.length} orders`} of a payer` as const
  const entry = { atMs: nowMs, what, kind: 'payer', id: payerDigest(JSON.stringify(payer)) } as const
  await database.transaction(async (tx) => {
    await requestErasure(tx, ids, { nowMs, repeatUntilMs: nowMs + REPEAT_MS })
    await writeAudit({ ...context, database: tx }, entry)
  })
  const erased: { [table: string]: number } = {}
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH)
    const { rows } = await database.transaction(async (tx) => {
      await lockRetention(tx)
      return eraseDueOrders(tx, { nowMs, limit: BATCH }, some)
    }, RETENTION_QUEUE)
    for (const [table, count] of Object.entries(rows)) erased[table] = (erased[table] ?? 0) + count
  }
  log.info({ count: ids.length }, 'The erasure of a payer was requested')
  return { ...previewOf(found), erased }
}

function previewOf(found: readonly PayerOrder[]): ErasurePreview {
  const count = (matches: (order: PayerOrder) => boolean) => found.filter(matches).length
  return {
    merchantOrderIds: found.slice(0, MAX_IDS).map(({ merchantOrderId }) => merchantOrderId),
    orders: found.length,
    byMaskOnly: count(({ byMaskOnly }) => byMaskOnly),
    held: count(({ held }) => held),
    inUse: count((order) => order.inUse && !order.held),
  }
}

const SELECTORS = ['vpa', 'phone', 'merchantUserId', 'merchantOrderId'] as const

function matchOf(payer: PayerSelector): PayerMatch {
  const given: { readonly [name: string]: unknown } = typeof payer === 'object' && payer !== null ? { ...payer } : {}
  const [name, ...others] = Object.keys(given)
  const value = given[name ?? '']
  if (name === undefined || others.length > 0 || !SELECTORS.some((one) => one === name))
    throw invalid('payer', `must name exactly one of ${SELECTORS.join(', ')}`)
  if (name === 'merchantOrderId') {
    checkId(value, name)
    return { merchantOrderId: value }
  }
  if (name === 'merchantUserId') {
    checkUserId(value)
    return { merchantUserId: value }
  }
  if (name === 'vpa') return vpaMatch(value)
  const digits = typeof value === 'string' ? value.replace(/[\s()+-]/g, '') : ''
  if (!/^(?:0|91)?\d{10}$/.test(digits))
    throw invalid('phone', 'must have ten digits, with or without the country code 91')
  return matchPhone(digits.slice(-10))
}

function vpaMatch(value: unknown): PayerMatch {
  if (typeof value !== 'string' || !/^[\w.*-]{1,200}@[\w.-]{2,50}$/.test(value))
    throw invalid('vpa', 'must be a UPI address: name@bank')
  const match = matchVpa(value)
  if (match.masks === undefined) throw invalid('vpa', 'names no payer: its whole name is masked')
  return match
}

/**
 * Puts an order on legal hold: its payer data is erased neither by age nor on request. A hold that exists stays as it is.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND
 */
export async function holdOrder(
  context: Context,
  { merchantOrderId, reason, by }: Omit<LegalHold, 'sinceMs'>,
): Promise<LegalHold> {
  checkId(merchantOrderId, 'merchantOrderId')
  checkNote(reason, 'reason')
  checkNote(by, 'by', 200)
  const { database, clock, actor } = context
  const sinceMs = clock.now()
  // A key cannot prove whom it names.
  const decidedBy = actor?.keyId === undefined ? visibleText(by) : `${visibleText(by)} (${actor.who})`
  return database.transaction(async (tx) => {
    const stored = await insertHold(tx, { merchantOrderId, reason, by: decidedBy, sinceMs })
    if (!stored) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
    const { hold, isNew } = stored
    if (!isNew) return hold
    const entry = { atMs: sinceMs, what: 'put on legal hold', kind: 'order', id: merchantOrderId } as const
    await writeAudit({ ...context, database: tx }, { ...entry, detail: reason })
    return hold
  }, RETENTION_QUEUE)
}

/**
 * Ends a legal hold. The next run of retention erases what is due.
 * @throws GatewayError NOT_FOUND
 */
export async function releaseOrder(
  context: Context & Pick<GatewayContext, 'policy'>,
  merchantOrderId: string,
): Promise<void> {
  const { database, clock, policy } = context
  const { erasePayerAfterDays } = policy
  const afterMs = erasePayerAfterDays === undefined ? undefined : erasePayerAfterDays * DAY_MS
  await database.transaction(async (tx) => {
    if (!(await deleteHold(tx, merchantOrderId, afterMs)))
      throw new GatewayError('NOT_FOUND', `There is no legal hold of ${merchantOrderId}`)
    const entry = { atMs: clock.now(), what: 'ended the legal hold', kind: 'order', id: merchantOrderId } as const
    await writeAudit({ ...context, database: tx }, entry)
  })
}

export const legalHolds = ({ database }: Pick<Context, 'database'>): Promise<LegalHold[]> => listHolds(database)
