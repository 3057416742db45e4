import type { CallbackRecord, CallbackRecordDetail, CallbacksQuery } from '@galla/contract/gateway-api/callbacks'
import type {
  ApiCall,
  ApiCallDetail,
  CallsQuery,
  ErrorGroup,
  ListTotals,
  SearchHit,
} from '@galla/contract/gateway-api/console-routes'
import type { EventDelivery, EventDeliveryDetail } from '@galla/contract/gateway-api/deliveries'
import type { Dispute, DisputesQuery } from '@galla/contract/gateway-api/disputes'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { FailingCalls, Overview, UsualFigures } from '@galla/contract/gateway-api/overview'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { ReconciliationReport } from '@galla/contract/gateway-api/reconciliation'
import type { ListedRefund, ListRefunds, Refund, RequestRefund } from '@galla/contract/gateway-api/refunds'
import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { GatewayError } from '../errors.ts'
import { type NewAuditEntry, writeAudit, writeAuditEntries } from '../storage/access/audit.ts'
import { BULK_QUEUE } from '../storage/advisory-locks.ts'
import { listCallbacks, readCallback } from '../storage/callbacks/callbacks.ts'
import { failingCalls, groupErrors, listCalls, readCall } from '../storage/calls.ts'
import { listDisputes } from '../storage/disputes/disputes.ts'
import { attemptsOf, listDeliveries, readDelivery, retryDeliveries } from '../storage/events/deliveries.ts'
import { discrepanciesOf } from '../storage/finance/discrepancies.ts'
import { readOverview } from '../storage/finance/overview.ts'
import { readUsualFigures } from '../storage/finance/usual-figures.ts'
import { readOrders } from '../storage/orders/orders.ts'
import { shownRefundId } from '../storage/refunds/refund-ids.ts'
import { findRefund, listRefunds, referencesOf, totalsOfRefunds, viewRefund } from '../storage/refunds/refunds.ts'
import { search } from '../storage/search.ts'
import { readStoredRow } from '../storage/stored-row.ts'
import { createWorkQueue } from '../storage/work-queue.ts'
import { previewReplay } from './callbacks/replay.ts'
import { readReconciliation, repairDiscrepancies, startReconciliation } from './finance/reconcile.ts'
import { providerHealth } from './provider-health/provider-health.ts'
import { requestRefund } from './refunds/request-refund.ts'
import { syncRefund } from './refunds/sync-refund.ts'

type Reader = Pick<GatewayContext, 'database'>

// Reads of the console. They return what is stored; undefined when there is no such record.

export async function overview(
  context: Pick<GatewayContext, 'database' | 'clock' | 'policy'>,
  span: Parameters<typeof readOverview>[1],
): Promise<Overview> {
  const [totals, health] = await Promise.all([readOverview(context.database, span), providerHealth(context)])
  return { ...totals, ...defined({ providerHealth: health }) }
}

export const usualFigures = (
  { database }: Reader,
  span: Parameters<typeof readUsualFigures>[1],
): Promise<UsualFigures> => readUsualFigures(database, span)

export const disputesForConsole = ({ database }: Reader, query: ParsedQuery<DisputesQuery>): Promise<Page<Dispute>> =>
  listDisputes(database, query)

export const searchRecords = ({ database }: Reader, words: string): Promise<SearchHit[]> => search(database, words)

export const callbacksForConsole = (
  { database }: Reader,
  query: ParsedQuery<CallbacksQuery>,
): Promise<Page<CallbackRecord>> => listCallbacks(database, query)

export const callbackForConsole = (
  { database }: Reader,
  callbackId: string,
): Promise<CallbackRecordDetail | undefined> => readCallback(database, callbackId)

export const callsForConsole = ({ database }: Reader, query: ParsedQuery<CallsQuery>): Promise<Page<ApiCall>> =>
  listCalls(database, query)

export const callForConsole = ({ database }: Reader, callId: string): Promise<ApiCallDetail | undefined> =>
  readCall(database, callId)

export const callErrors = ({ database }: Reader, span: { fromMs?: number; toMs?: number }): Promise<ErrorGroup[]> =>
  groupErrors(database, span)

/** Calls of the last minutes that fail; none while the database does not answer, which the health report says. */
export const failingCallsForConsole = ({
  database,
  clock,
}: Reader & Pick<GatewayContext, 'clock'>): Promise<FailingCalls[]> =>
  failingCalls(database, clock.now()).catch(() => [])

export const deliveriesForConsole = (
  { database, clock }: Reader & Pick<GatewayContext, 'clock'>,
  query: Parameters<typeof listDeliveries>[1],
): Promise<Page<EventDelivery>> => listDeliveries(database, query, clock.now())

export async function deliveryForConsole(
  { database, clock }: Reader & Pick<GatewayContext, 'clock'>,
  deliveryId: string,
): Promise<EventDeliveryDetail | undefined> {
  const delivery = await readDelivery(database, deliveryId, clock.now())
  return delivery && { ...delivery, history: await attemptsOf(database, deliveryId) }
}

export async function refundsForConsole({ database }: Reader, query: ListRefunds): Promise<Page<ListedRefund>> {
  const { rows, ...page } = await listRefunds(database, query)
  const references = await referencesOf(database, rows)
  return { ...page, rows: rows.map((row) => ({ ...row, reference: references.get(row.merchantOrderId) ?? '' })) }
}

export const refundTotals = ({ database }: Reader, query: ListRefunds): Promise<ListTotals> =>
  totalsOfRefunds(database, query)

export const lastReconciliation = (reader: Reader, kind?: string): Promise<ReconciliationReport> =>
  readReconciliation(reader, kind)

export async function refundForConsole({ database }: Reader, merchantRefundId: string): Promise<Refund | undefined> {
  const row = await findRefund(database, merchantRefundId)
  return row && viewRefund(row)
}

// Commands of a person. Each is recorded in the audit log.

/** @throws GatewayError as `refunds.request` */
export function refundByPerson(
  context: GatewayContext,
  merchantOrderId: string,
  wanted: RequestRefund,
): Promise<Refund> {
  return requestRefund(context, { ...wanted, merchantOrderId, origin: 'console' })
}

/** Checks a refund's status; undefined when there is no such refund. */
export async function syncRefundByPerson(
  context: GatewayContext,
  merchantRefundId: string,
): Promise<Refund | undefined> {
  const row = await findRefund(context.database, merchantRefundId)
  if (!row) return undefined
  const id = shownRefundId(row)
  await writeAudit(context, { atMs: context.clock.now(), what: 'checked the status', kind: 'refund', id })
  return viewRefund((await syncRefund(context, row)) ?? row)
}

/** Tries a delivery again now. `retried` is false when it is done, cancelled or running; undefined when there is no such delivery. */
export async function retryByPerson(
  context: GatewayContext,
  deliveryId: string,
): Promise<{ readonly delivery: EventDeliveryDetail; readonly retried: boolean } | undefined> {
  const retried = (await retryManyByPerson(context, [deliveryId])) === 1
  const delivery = await deliveryForConsole(context, deliveryId)
  return delivery && { delivery, retried }
}

/** Tries deliveries again, in one transaction with the entries. @returns the number of deliveries that are tried again */
export async function retryManyByPerson(
  context: GatewayContext,
  deliveryIds: readonly string[] | 'all-failed',
): Promise<number> {
  const atMs = context.clock.now()
  const count = await context.database.transaction(async (tx) => {
    const retried = await retryDeliveries(tx, deliveryIds, atMs)
    await writeAuditEntries({ ...context, database: tx }, retriesOf(deliveryIds, retried, atMs))
    return retried.length
  }, BULK_QUEUE)
  if (count > 0) context.wake('deliveries')
  return count
}

/** One entry for each delivery that was named, one for all that need review. */
function retriesOf(
  deliveryIds: readonly string[] | 'all-failed',
  retried: readonly string[],
  atMs: number,
): NewAuditEntry[] {
  const kind = 'delivery'
  if (deliveryIds !== 'all-failed') return retried.map((id) => ({ atMs, what: 'retried', kind, id }))
  if (retried.length === 0) return []
  return [{ atMs, what: 'retried all that need review', kind, id: 'all', detail: String(retried.length) }]
}

/** Checks of people that wait for others of their kind, at most, and those of one person. */
const MAX_WAITING = { ofAll: 10, ofOne: 3 }

/** Limits for people's requests that make up to hundreds of status reads. */
export type BulkChecks = ReturnType<typeof bulkChecks>

/**
 * This process makes one check of each kind at a time, within the limit of status reads that the jobs have. Further ones are refused with BUSY.
 */
export function bulkChecks() {
  return {
    reconcile: oneAtATime('Other orders are being compared', reconcileByPerson),
    repair: oneAtATime('Other discrepancies are being repaired', repairByPerson),
    previewReplay: oneAtATime('Another replay is being previewed', previewReplay),
  }
}

function oneAtATime<Asked, Result>(busy: string, work: (context: GatewayContext, asked: Asked) => Promise<Result>) {
  const queue = createWorkQueue({
    places: 1,
    waiting: MAX_WAITING.ofAll,
    waitingOfKey: MAX_WAITING.ofOne,
    refusal: () => new GatewayError('BUSY', `${busy}: repeat it in a few seconds`),
  })
  return (context: GatewayContext, asked: Asked): Promise<Result> =>
    queue.run(context.actor?.userId ?? '', () => work({ ...context, provider: context.jobProvider }, asked))
}

/** Compares the orders of a span with the provider; answers after the first ones. */
async function reconcileByPerson(
  context: GatewayContext,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<ReconciliationReport> {
  const [from, to] = [fromMs, toMs].map((atMs) => new Date(atMs).toISOString())
  const what = 'compared with the provider'
  await writeAudit(context, { atMs: context.clock.now(), what, kind: 'reconciliation', id: `${from} to ${to}` })
  return startReconciliation(context, { fromMs, toMs })
}

/**
 * Syncs the orders of discrepancies and compares them again.
 * @throws GatewayError NOT_FOUND for an id without an order or a discrepancy
 */
async function repairByPerson(
  context: GatewayContext,
  merchantOrderIds: readonly string[],
): Promise<ReconciliationReport> {
  const atMs = context.clock.now()
  const known = await knownIds(context, merchantOrderIds)
  const unknown = merchantOrderIds.find((id) => !known.has(id))
  if (unknown !== undefined) throw new GatewayError('NOT_FOUND', `There is no order ${unknown}`)
  await writeAuditEntries(
    context,
    [...known].map((id) => ({ atMs, what: 'repaired a discrepancy', kind: 'order', id })),
  )
  return repairDiscrepancies(context, merchantOrderIds)
}

/** Those that have an order here, or a discrepancy. */
async function knownIds({ database }: Reader, merchantOrderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const [orders, discrepancies] = await Promise.all([
    readOrders(database, merchantOrderIds),
    discrepanciesOf(database, merchantOrderIds),
  ])
  return new Set([...orders, ...discrepancies].map(({ merchantOrderId }) => merchantOrderId))
}

/** A value of a stored row, or why it cannot be shown. */
export type Revealed = { readonly value: string } | { readonly why: string }

/**
 * Shows one stored value that the pages mask; undefined when there is no such row. What is masked in the database stays masked. What opens a
 * payment is for its payer, and is shown to nobody.
 */
export async function revealByPerson(
  context: GatewayContext,
  { kind, id, path, reason }: { kind: 'callback' | 'order' | 'refund'; id: string; path: string; reason: string },
): Promise<Revealed | undefined> {
  const { database, clock } = context
  const row = await readStoredRow(database, kind, id)
  if (!row) return undefined
  const revealed = kind === 'order' && /^opened\b/.test(path) ? OPENS_A_PAYMENT : valueAt(row, path)
  const what = 'value' in revealed ? 'revealed' : 'could not reveal'
  // Audit first: a value whose reveal cannot be recorded is not shown.
  await writeAudit(context, { atMs: clock.now(), what, kind, id, detail: `${path}: ${reason}` })
  return revealed
}

const OPENS_A_PAYMENT: Revealed = {
  why: 'The token or address opens the payment, so it is shown to nobody. Your server gets it for the payer when it resumes the order.',
}

function valueAt(row: object, path: string): Revealed {
  const value = path.split('.').reduce<unknown>(inside, row)
  if (value === undefined || value === null || typeof value === 'object') return { why: 'No such value is stored.' }
  const text = String(value)
  return text.includes('****') ? { why: 'Only the masked form is stored.' } : { value: text }
}

function inside(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { [name: string]: unknown })[name]
    : undefined
}
