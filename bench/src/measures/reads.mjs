import { seedMonth } from '../database/seed.mjs'
import { missingGatewayBuild, startDatabaseServer } from '../database/server.mjs'
import { startSubject } from '../lib/processes.mjs'
import { atMost, failedRow, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

/** Reads that return equally many rows for any number of orders, so they should take equally long. */
const BOUNDED_READS = {
  newestPage: 'page: newest first',
  middlePage: 'page: from the middle',
  byAmountPage: 'page: by amount',
  byState: 'filter: FAILED',
  byMode: 'filter: paid by card',
  byUnusedMode: 'filter: an unused payment mode',
  byDay: 'filter: a day',
  byOneAmount: 'filter: one amount',
  byAmounts: 'filter: a range of amounts, by amount',
  merchantOrderId: 'search: merchantOrderId',
  orderId: 'search: orderId',
  transactionId: 'search: transactionId',
  earlierAttempt: 'search: transactionId of an earlier attempt',
  reference: 'search: reference',
  utr: 'search: UTR',
  vpaEnd: 'search: end of a VPA',
  vpa: 'search: masked VPA',
  merchantRefundId: 'search: merchantRefundId',
  refundId: 'search: refundId',
  callbackId: 'search: callbackId',
  orderPage: 'page: one order with its timeline',
  calls: 'page: calls',
  callbacks: 'page: callbacks',
  finance: 'finance page: the days of a year',
  entries: 'finance page: payments of a year, newest first',
}

/** Reads that grow with the orders of a day, or that filter and sort by different columns: reported without a target. */
const OTHER_READS = {
  byAmountsNewest: 'filter: a range of amounts, newest first',
  overview: 'overview of a day',
  overviewOfMonth: 'overview of 30 days',
  callsOfDay: 'failed calls of a day',
  errorsOfDay: 'errors of a day, grouped',
  csvOfDay: 'orders of a day as CSV',
  reconciliation: 'the last reconciliation report',
  health: 'health, with the lengths of all queues',
}

export async function* reads({ quick }) {
  const missing = missingGatewayBuild()
  if (missing) {
    yield row('Reads among many orders', 'page and search', undefined, '×', atMost(2), missing)
    return
  }
  const sizes = quick ? [10_000, 100_000] : [10_000, 1_000_000]
  const server = await startDatabaseServer({ durable: false })
  const subjects = []
  try {
    for (const orders of sizes) {
      const connection = await server.createDatabase(`orders_${orders}`, (client) => seedMonth(client, { orders }))
      subjects.push({ ...(await startSubject('gateway-reads', connection)), name: orders })
    }
    yield* compareReads(subjects, quick)
  } finally {
    await Promise.all(subjects.map(({ stop }) => stop()))
    await server.stop()
  }
}

/** Compares two databases, the smaller first; the name of a subject is its number of orders. */
export async function* compareReads(subjects, quick) {
  const [small, large] = subjects.map(({ name }) => name.toLocaleString('en'))
  const group = `Reads among ${large} orders / among ${small}`
  for (const [op, name] of Object.entries({ ...BOUNDED_READS, ...OTHER_READS })) {
    const target = op in BOUNDED_READS ? atMost(2) : undefined
    // A read that fails says nothing about the others.
    yield await measure(subjects, op, group, name, target, quick).catch((error) => failedRow(group, name, error))
  }
}

const SLOW = new Set(['overview', 'overviewOfMonth', 'csvOfDay'])

async function measure(subjects, op, group, name, target, quick) {
  const slow = SLOW.has(op)
  const count = slow ? 1 : 10
  const turns = slow ? 5 : quick ? 7 : 21
  const run = ({ send }) => send({ job: 'calls', op, count, concurrency: 1 })
  await rounds(subjects, 1, run)
  const results = await rounds(subjects, turns, run)
  const time = ({ wallMs }) => wallMs / count
  const [small, large] = subjects.map(({ name }) => median(results.get(name).map(time)))
  const note = `${small.toFixed(2)} → ${large.toFixed(2)} ms`
  return row(group, name, medianRatio(results, subjects[1].name, subjects[0].name, time), '×', target, note)
}
