import { createHash } from 'node:crypto'
import type { DayClose } from '@galla/contract/gateway-api/settlements'
import type { SandboxOrder, SandboxRefund } from '@galla/contract/sandbox-api/routes'
import type { Sandbox } from '@galla/sandbox'
import { DAY_MS, dayStartMs } from '../../src/domain/finance/indian-time.ts'
import { settlementReport } from '../../src/services/settlements/settlement-report.ts'
import { listCloses } from '../../src/storage/settlements/day-closes.ts'
import { auditLedger } from '../helpers/audit-ledger.ts'
import { COURSES, endOf } from './carts.ts'
import type { Quarter } from './quarter.ts'

/** Totals of a quarter, in paise, as the provider has them. */
export interface Truth {
  readonly orders: ReadonlyMap<string, SandboxOrder>
  readonly refunds: readonly SandboxRefund[]
  readonly payments: number
  readonly captured: number
  readonly refunded: number
  readonly settled: number
  readonly fees: number
  readonly taxes: number
}

const sum = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((total, one) => total + of(one), 0)

export async function readTruth(sandbox: Sandbox): Promise<Truth> {
  const control = async <Reply>(path: string): Promise<Reply> => {
    const response = await sandbox.fetch(`http://sandbox.localhost/_sandbox${path}`)
    return (await response.json()) as Reply
  }
  const orders = new Map<string, SandboxOrder>()
  for (let after = ''; ; ) {
    const page = await control<{ orders: SandboxOrder[]; next?: string }>(`/orders?limit=500${after}`)
    for (const order of page.orders) orders.set(order.merchantOrderId, order)
    if (page.next === undefined) break
    after = `&after=${page.next}`
  }
  const { refunds } = await control<{ refunds: SandboxRefund[] }>('/refunds')
  const settlements = (await sandbox.settlements()).filter(({ state }) => state === 'PROCESSED')
  const lines = settlements.flatMap((one) => one.lines)
  const paid = [...orders.values()].filter(({ state }) => state === 'COMPLETED')
  return {
    orders,
    refunds,
    payments: paid.length,
    captured: sum(paid, ({ amount }) => amount),
    refunded: sum(
      refunds.filter(({ state }) => state === 'COMPLETED'),
      ({ amount }) => amount,
    ),
    settled: sum(settlements, ({ amount }) => amount),
    fees: sum(lines, ({ fee }) => fee),
    taxes: sum(lines, ({ tax }) => tax),
  }
}

/** Compares orders, refunds, ledger, fulfilments, settlements, report and closes with the provider. Returns each violation as a sentence. */
export async function auditQuarter(quarter: Quarter, truth: Truth): Promise<string[]> {
  const { pool } = quarter
  const back = new Map<string, number>()
  for (const { state, amount, originalMerchantOrderId: id = '' } of truth.refunds)
    if (state === 'COMPLETED') back.set(id, (back.get(id) ?? 0) + amount)
  return [
    ...quarter.failures,
    ...(await compareOrders(quarter, truth)),
    ...(await compareRefunds(quarter, truth)),
    ...(await auditLedger(pool, back)),
    ...(await compareFulfilments(quarter, truth)),
    ...(await compareReport(quarter, truth)),
    ...(await compareCloses(quarter)),
  ]
}

async function compareOrders({ pool, certain }: Quarter, { orders }: Truth): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; state: string; review: object | null }>(
    'select "merchantOrderId" as id, "state", "needsReview" as review from galla.orders',
  )
  const ours = new Set(rows.map(({ id }) => id))
  const found = [...orders.keys()].filter((id) => !ours.has(id)).map((id) => `order ${id} is not stored`)
  for (const cart of certain)
    for (const { merchantOrderId: id } of cart.orders)
      if (orders.get(id)?.state !== endOf(cart))
        found.push(`order ${id} (${cart.course}) ends as ${orders.get(id)?.state} at the provider`)
  for (const { id, state, review } of rows) {
    const theirs = orders.get(id)?.state ?? 'FAILED'
    if (theirs !== state) found.push(`order ${id} is ${state}, and ${theirs} at the provider`)
    if (review) found.push(`order ${id} is in review: ${JSON.stringify(review)}`)
  }
  return found
}

async function compareRefunds({ pool }: Quarter, { refunds }: Truth): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; state: string; amount: string }>(
    'select "merchantRefundId" as id, "state", "amount"::text from galla.refunds',
  )
  const ours = new Map(rows.map((row) => [row.id, row]))
  const found = rows
    .filter(({ state }) => state !== 'COMPLETED' && state !== 'FAILED')
    .map(({ id, state }) => `refund ${id} is still ${state}`)
  for (const { merchantRefundId: id, state, amount } of refunds) {
    const own = ours.get(id)
    if (own?.state !== state || Number(own.amount) !== amount)
      found.push(`refund ${id} is ${own?.state} of ${own?.amount}, and ${state} of ${amount} at the provider`)
  }
  return found
}

/** Each cart is fulfilled as often as its course says, if its payment arrived. */
async function compareFulfilments({ pool, carts }: Quarter, { orders }: Truth): Promise<string[]> {
  const { rows } = await pool.query<{ reference: string; n: number }>(
    'select "reference", count(*)::int as n from fulfilments group by 1',
  )
  const fulfilled = new Map(rows.map(({ reference, n }) => [reference, n]))
  return carts.flatMap(({ reference, course, orders: own }) => {
    const isPaid = own.some(({ merchantOrderId }) => orders.get(merchantOrderId)?.state === 'COMPLETED')
    const wanted = isPaid ? COURSES[course].fulfilled : 0
    const times = fulfilled.get(reference) ?? 0
    return times === wanted ? [] : [`${reference} (${course}) was fulfilled ${times} times, not ${wanted}`]
  })
}

/** The equation of the report, what its rows explain, and its findings: exactly those that were caused. */
async function compareReport({ context, expected, missing, off }: Quarter, truth: Truth): Promise<string[]> {
  const report = await settlementReport(context)
  const found: string[] = []
  const compare = (what: string, ours: number | undefined, theirs: number) => {
    if (ours !== theirs) found.push(`the report has ${ours} ${what}, not ${theirs}`)
  }
  const settled = truth.settled + off
  const fees = truth.fees - missing.fees
  const taxes = truth.taxes - missing.taxes
  const deductions = -missing.deductions
  const difference = truth.captured - truth.refunded - settled
  compare('captured', report.captured, truth.captured)
  compare('refunded', report.refunded, truth.refunded)
  compare('settled', report.settled, settled)
  compare('on the way', report.onTheWay.count, 0)
  compare('as the difference', report.difference, difference)
  compare('of fees', report.explained?.fees, fees)
  compare('of taxes', report.explained?.taxes, taxes)
  compare('of deductions', report.explained?.deductions, deductions)
  compare('that nothing explains', report.explained?.remaining, difference - fees - taxes - deductions)
  const keyOf = ({ kind, settlementId = '', merchantOrderId = '', amount }: Quarter['expected'][number]) =>
    [kind, settlementId, merchantOrderId, amount].join(' ')
  const ours = new Set(report.findings.map(keyOf))
  const theirs = new Set(expected.map(keyOf))
  for (const key of ours) if (!theirs.has(key)) found.push(`a finding that nothing caused: ${key}`)
  for (const key of theirs) if (!ours.has(key)) found.push(`no finding says: ${key}`)
  return found
}

/** Closes follow each other day by day and number by number, say what ledger and settlements say, and end where the report ends. */
async function compareCloses({ context, pool }: Quarter): Promise<string[]> {
  const closes: DayClose[] = []
  for (let after: string | undefined; ; ) {
    const page = await listCloses(context.database, { limit: 500, ...(after !== undefined && { after }) }, true)
    closes.push(...page.rows)
    after = page.next
    if (after === undefined) break
  }
  const found: string[] = []
  let difference = 0
  let digest: string | undefined
  for (const [at, close] of closes.entries()) {
    const { number, day, captured, refunded, settled, fees, taxes, deductions } = close
    const fromMs = dayStartMs(day) ?? 0
    const before = closes[at - 1]
    if (number !== at + 1) found.push(`the close of ${day} has the number ${number}, not ${at + 1}`)
    if (before && dayStartMs(before.day) !== fromMs - DAY_MS) found.push(`${day} follows ${before.day}`)
    const { rows } = await pool.query<{ captured: string; refunded: string; settled: string }>(
      `select coalesce(sum("amount") filter (where "kind" = 'capture'), 0)::text as captured,
         (coalesce(sum("amount") filter (where "kind" = 'refund-posted'), 0) - coalesce(sum("amount") filter (where "kind" = 'refund-reversed'), 0))::text as refunded,
         (select coalesce(sum("amount"), 0)::text from galla.settlement_entries where "atMs" >= $1 and "atMs" < $2) as settled
       from galla.ledger where "atMs" >= $1 and "atMs" < $2`,
      [fromMs, fromMs + DAY_MS],
    )
    for (const what of ['captured', 'refunded', 'settled'] as const)
      if (Number(rows[0]?.[what]) !== close[what].amount)
        found.push(`the close of ${day} has ${close[what].amount} ${what}, and the books ${rows[0]?.[what]}`)
    difference += captured.amount - refunded.amount - settled.amount
    if (close.difference !== difference)
      found.push(`the close of ${day} has the difference ${close.difference}, not ${difference}`)
    const figures = [captured, refunded, settled].flatMap(({ count, amount }) => [count, amount])
    const text = [
      ...(digest === undefined ? [] : [digest]),
      number,
      day,
      ...figures,
      fees,
      taxes,
      deductions,
      difference,
    ].join('|')
    digest = createHash('sha256').update(text).digest('hex')
    if (close.digest !== digest) found.push(`the close of ${day} has another digest than its figures`)
  }
  const report = await settlementReport(context)
  if (report.difference !== difference)
    found.push(`the closes end at ${difference}, and the report at ${report.difference}`)
  return found
}
