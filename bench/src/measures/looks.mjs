import { seedBooks } from '../books/seed.mjs'
import { missingBooks, startBooksServer } from '../books/server.mjs'
import { startSubject } from '../lib/processes.mjs'
import { atMost, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

/** What a person asks for; as many rows come back whatever the books hold, so it should cost the same. */
const LOOKS = {
  newestPage: 'page: the newest',
  middlePage: 'page: from the middle on',
  byAmountPage: 'page: by amount',
  byState: 'filter: FAILED',
  byMode: 'filter: paid by card',
  byUnusedMode: 'filter: a mode that nobody used',
  byDay: 'filter: a day',
  byOneAmount: 'filter: one amount',
  byAmounts: 'filter: a span of amounts, by amount',
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
  orderPage: "page: one order's story",
  calls: 'page: calls',
  callbacks: 'page: callbacks',
}

/** What grows with a day's orders, or walks where two orders of the books cross: told, not judged. */
const OTHERS = {
  byAmountsNewest: 'filter: a span of amounts, newest first',
  overview: 'overview of a day',
  callsOfDay: 'failed calls of a day',
  errorsOfDay: 'errors of a day, grouped',
  csvOfDay: 'orders of a day as CSV',
  drift: 'the last drift report',
  health: 'health, with all queues counted',
}

export async function looks({ quick }) {
  const missing = missingBooks()
  if (missing) return [row('Books of many orders', 'page and search', undefined, '×', atMost(2), missing)]
  const sizes = quick ? [10_000, 100_000] : [10_000, 1_000_000]
  const server = await startBooksServer({ durable: false })
  const subjects = []
  try {
    for (const orders of sizes) {
      const where = await server.books(`orders_${orders}`, (client) => seedBooks(client, { orders }))
      subjects.push({ ...(await startSubject('looks', where)), name: orders })
    }
    const group = `Books of ${sizes[1].toLocaleString('en')} orders beside ${sizes[0].toLocaleString('en')}${quick ? ' (1,000,000 without --quick)' : ''}`
    const rows = []
    for (const [op, name] of Object.entries(LOOKS))
      rows.push(await measure(subjects, op, group, name, atMost(2), quick))
    for (const [op, name] of Object.entries(OTHERS))
      rows.push(await measure(subjects, op, group, name, undefined, quick))
    return rows
  } finally {
    await Promise.all(subjects.map(({ stop }) => stop()))
    await server.stop()
  }
}

const SLOW = new Set(['overview', 'csvOfDay'])

async function measure(subjects, op, group, name, target, quick) {
  const slow = SLOW.has(op)
  const count = slow ? 1 : 10
  const turns = slow ? 5 : quick ? 7 : 21
  const run = ({ tell }) => tell({ job: 'calls', op, count, concurrency: 1 })
  await rounds(subjects, 1, run)
  const results = await rounds(subjects, turns, run)
  const time = ({ wallMs }) => wallMs / count
  const [small, large] = subjects.map(({ name }) => median(results.get(name).map(time)))
  const note = `${small.toFixed(2)} → ${large.toFixed(2)} ms`
  return row(group, name, medianRatio(results, subjects[1].name, subjects[0].name, time), '×', target, note)
}
