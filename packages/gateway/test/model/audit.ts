import type { SandboxOrder, SandboxRefund } from '@galla/contract/sandbox-api/routes'
import { auditLedger } from '../helpers/audit-ledger.ts'
import { digestOfCallback } from '../helpers/test-gateway.ts'
import type { TestEnvironment } from './environment.ts'
import { providerRefunds } from './operations.ts'
import { MAILED } from './processes.ts'

interface OrderRow {
  id: string
  state: string
  resolution: string | null
  review: { reason: string } | null
  reference: string
  amount: string
  errorCode: string | null
}

interface RefundRow {
  id: string
  orderId: string
  state: string
  amount: string
  review: unknown
}

/** The id of the refund that this one replaces, and replaces again. */
const rootOf = (id: string) => id.replace(/~+$/, '')

/** Compares the gateway's database with the provider, with the events that handlers and notifiers received, and with what was acknowledged. */
export async function audit(environment: TestEnvironment): Promise<string[]> {
  const { pool } = environment
  const { rows: orders } = await pool.query<OrderRow>(
    `select "merchantOrderId" as id, "state", "resolution", "needsReview" as review, "reference", "amount"::text, "errorCode" from galla.orders`,
  )
  const refunds = await readRefunds(environment)
  return [
    ...environment.violations,
    ...environment.network.violations,
    ...(await compareOrders(environment, orders)),
    ...(await compareRefunds(environment, orders, refunds)),
    ...(await auditLedger(pool, await moneyBack(environment))),
    ...(await compareEvents(environment, orders, refunds)),
    ...(await compareCallbacks(environment)),
    ...(await findUnscheduled(environment)),
  ]
}

/** Refunds of the provider that the gateway can know: only a callback tells of one that was made in the dashboard. */
async function knowableRefunds(environment: TestEnvironment): Promise<SandboxRefund[]> {
  const bodies = [...environment.acknowledged].join('\n')
  const all = await providerRefunds(environment)
  return all.filter(({ merchantRefundId: id }) => !id.startsWith('dashboard-') || bodies.includes(`"${id}"`))
}

/** Paise that went back at the provider, by order. */
async function moneyBack(environment: TestEnvironment): Promise<Map<string, number>> {
  const back = new Map<string, number>()
  for (const { state, amount, originalMerchantOrderId: id = '' } of await knowableRefunds(environment))
    if (state === 'COMPLETED') back.set(id, (back.get(id) ?? 0) + amount)
  return back
}

async function readRefunds({ pool }: TestEnvironment): Promise<RefundRow[]> {
  const { rows } = await pool.query<{
    row: RefundRow & { merchantRefundId: string; merchantOrderId: string; needsReview?: unknown }
  }>('select to_jsonb(r) as row from galla.refunds r')
  return rows.map(({ row }) => ({
    ...row,
    id: row.merchantRefundId,
    orderId: row.merchantOrderId,
    amount: String(row.amount),
    review: row.needsReview ?? null,
  }))
}

/** Compares the provider's orders with ours, and checks that each acknowledged order is stored. */
async function compareOrders(
  { sandbox, orders: known }: TestEnvironment,
  orders: readonly OrderRow[],
): Promise<string[]> {
  const found: string[] = []
  const ids = new Set(orders.map(({ id }) => id))
  for (const id of known.keys()) if (!ids.has(id)) found.push(`order ${id} was acknowledged and is not stored`)
  for (const { merchantOrderId } of await providerOrders(sandbox))
    if (!ids.has(merchantOrderId)) found.push(`order ${merchantOrderId} can be paid at the provider and is not stored`)
  const paid = new Map<string, string[]>()
  for (const { id, state, review, resolution, reference } of orders) {
    const truth = (await sandbox.order(id).catch(() => undefined))?.state ?? 'unknown'
    if (resolution === 'fulfil') paid.set(reference, [...(paid.get(reference) ?? []), id])
    if (review) continue
    if (truth === 'unknown' ? state !== 'FAILED' : truth !== state)
      found.push(`order ${id} is ${state} here and ${truth} at the provider`)
  }
  for (const [reference, all] of paid)
    if (all.length > 1) found.push(`${reference} is fulfilled by ${all.join(' and ')}`)
  return found
}

async function providerOrders(sandbox: TestEnvironment['sandbox']): Promise<SandboxOrder[]> {
  const response = await sandbox.fetch('http://sandbox.localhost/_sandbox/orders?limit=500')
  return ((await response.json()) as { orders: SandboxOrder[] }).orders
}

async function compareRefunds(
  environment: TestEnvironment,
  orders: readonly OrderRow[],
  refunds: readonly RefundRow[],
): Promise<string[]> {
  const found: string[] = []
  const here = new Map(refunds.map((one) => [one.id, one]))
  const truth = new Map((await knowableRefunds(environment)).map((one) => [one.merchantRefundId, one]))
  const back = new Map<string, number>()
  for (const [id, { state, amount, originalMerchantOrderId = '' }] of truth) {
    const ours = here.get(id)
    if (!ours) {
      if (orders.some((order) => order.id === originalMerchantOrderId && !order.review))
        found.push(`refund ${id} is ${state} at the provider and not stored here`)
    } else if (!ours.review && (ours.state !== state || Number(ours.amount) !== amount))
      found.push(`refund ${id} is ${ours.state} of ${ours.amount} here, ${state} of ${amount} at the provider`)
    if (state !== 'FAILED') back.set(rootOf(id), (back.get(rootOf(id)) ?? 0) + amount)
  }
  for (const [root, amount] of back) {
    const wanted = truth.get(root)?.amount ?? Number(here.get(root)?.amount ?? 0)
    if (amount > wanted) found.push(`refund ${root}: ${amount} went back where ${wanted} was wanted`)
  }
  for (const id of environment.refunds.keys())
    if (!here.has(id)) found.push(`refund ${id} was acknowledged and is not stored`)
  for (const { id, state, review } of refunds) {
    if (!review && state !== 'COMPLETED' && state !== 'FAILED') found.push(`refund ${id} is still ${state}`)
    if (state === 'COMPLETED' && truth.get(id)?.state !== 'COMPLETED')
      found.push(`refund ${id} is COMPLETED here and ${truth.get(id)?.state} at the provider`)
  }
  for (const { id, resolution, review } of orders) {
    if (review || (resolution !== 'late-refund' && resolution !== 'duplicate-refund')) continue
    const suffix = resolution === 'late-refund' ? '-late' : '-dup'
    const given = [...truth.values()].filter((one) => one.originalMerchantOrderId === id && one.state === 'COMPLETED')
    if (given.length === 0 && here.get(id + suffix)?.state !== 'FAILED' && !here.get(id + suffix)?.review)
      found.push(`order ${id} was to be given back (${resolution}) and nothing went back`)
  }
  return found
}

/** An order that was never sent, or cancelled before, was not a payment that could fail. */
const isReportedFailure = ({ state, errorCode }: OrderRow) =>
  state === 'FAILED' && errorCode !== 'NOT_SENT' && errorCode !== 'CANCELLED'

/** Each event reached each subscriber: handlers exactly once in what they wrote, the notifier at least once. */
async function compareEvents(
  { pool, mailed }: TestEnvironment,
  orders: readonly OrderRow[],
  refunds: readonly RefundRow[],
): Promise<string[]> {
  const found: string[] = []
  const { rows } = await pool.query<{ key: string; n: number }>(
    `select "event" || ' ' || "subject" as key, count(*)::int as n from received group by 1`,
  )
  const received = new Map(rows.map(({ key, n }) => [key, n]))
  const expected = [
    ...orders.filter(({ resolution }) => resolution === 'fulfil').map(({ id }) => `order.completed ${id}`),
    ...orders.filter(isReportedFailure).map(({ id }) => `order.failed ${id}`),
    // A delivered event that is not so was retracted.
    ...orders
      .filter(
        ({ id, state, resolution }) =>
          received.has(`order.failed ${id}`) && (state === 'PENDING' || resolution === 'fulfil'),
      )
      .map(({ id }) => `order.reopened ${id}`),
    ...orders.filter(({ review }) => review).map(({ id }) => `order.needs_review ${id}`),
    ...refunds.filter(({ state }) => state === 'COMPLETED').map(({ id }) => `refund.completed ${id}`),
    ...refunds.filter(({ state, review }) => state === 'FAILED' && !review).map(({ id }) => `refund.failed ${id}`),
    ...refunds.filter(({ review }) => review).map(({ id }) => `refund.needs_review ${id}`),
  ]
  for (const key of expected) {
    if (!received.has(key)) found.push(`no handler received ${key}`)
    if (MAILED.some((event) => key.startsWith(`${event} `)) && !mailed.has(key)) found.push(`nobody was mailed ${key}`)
  }
  for (const [key, n] of received)
    if (n > 1 && key.startsWith('order.completed')) found.push(`a handler received ${n} times: ${key}`)
  const { rows: repeated } = await pool.query<{ id: string; n: number }>(
    'select "deliveryId" as id, count(*)::int as n from received group by 1 having count(*) > 1',
  )
  for (const { id, n } of repeated) found.push(`delivery ${id} was handled ${n} times`)
  const wrong = [...received.keys()].filter((key) => key.startsWith('order.completed ') && !expected.includes(key))
  for (const key of wrong) found.push(`a handler received ${key}, which is not so`)
  return found
}

/** Each callback that was answered with 2xx is applied, or needs review. */
async function compareCallbacks({ pool, acknowledged }: TestEnvironment): Promise<string[]> {
  const found: string[] = []
  const { rows } = await pool.query<{ digest: string; done: boolean }>(
    `select "digest", bool_or("processedAtMs" is not null or ("dueAtMs" is null and "error" is not null)) as done
       from galla.callbacks where "digest" is not null group by 1`,
  )
  const inbox = new Map(rows.map(({ digest, done }) => [digest, done]))
  for (const body of acknowledged) {
    const digest = digestOfCallback(body)
    if (inbox.get(digest) !== true)
      found.push(
        `an acknowledged callback ${inbox.has(digest) ? 'waits for nothing' : 'is lost'}: ${body.slice(0, 200)}`,
      )
  }
  return found
}

/** Rows that no job will take again. Also true in the middle of a run. */
export async function findUnscheduled({ pool }: TestEnvironment): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select 'order ' || "merchantOrderId" || ' is ' || "state" as what from galla.orders
       where "state" in ('CREATED', 'PENDING') and "nextPollAtMs" is null and "needsReview" is null
     union all
     select 'refund ' || "merchantRefundId" || ' is ' || "state" from galla.refunds r
       where "state" not in ('COMPLETED', 'FAILED') and "nextPollAtMs" is null and to_jsonb(r) ->> 'needsReview' is null
     union all
     select 'delivery ' || "deliveryId" || ' is ' || "state" from galla.deliveries
       where "state" = 'waiting' and "nextAttemptAtMs" is null`,
  )
  return rows.map(({ what }) => `${what} and nothing will happen`)
}
