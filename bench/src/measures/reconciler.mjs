import { missingBooks, startBooksServer } from '../books/server.mjs'
import { seedSleepers } from '../books/sleepers.mjs'
import { startSubject } from '../lib/processes.mjs'
import { atMost, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const GROUP = 'Reconciler, by orders that sleep'
const OPS = { idle: 'a tick with nothing due', look: 'a tick with 24 orders due' }

/** The due time lies in an index, so those who sleep should cost nothing. */
export async function reconciler({ quick }) {
  const missing = missingBooks()
  if (missing) return [row(GROUP, 'a tick', undefined, '×', atMost(1.5), missing)]
  const sizes = quick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000]
  const server = await startBooksServer({ durable: true })
  const subjects = []
  try {
    for (const orders of sizes) {
      const where = await server.books(`asleep_${orders}`, (client) => seedSleepers(client, { orders }))
      subjects.push({ ...(await startSubject('sleepers', where)), name: orders })
    }
    const rows = []
    for (const [op, label] of Object.entries(OPS)) {
      const count = op === 'idle' ? 25 : 4
      const run = ({ tell }) => tell({ job: 'calls', op, count, concurrency: 1 })
      await rounds(subjects, 1, run)
      const results = await rounds(subjects, quick ? 7 : 9, run)
      const time = ({ wallMs }) => wallMs / count
      const of = (orders) => median(results.get(orders).map(time))
      const [smallest, ...others] = sizes
      for (const orders of others) {
        const note = `${of(smallest).toFixed(2)} → ${of(orders).toFixed(2)} ms`
        const name = `${label}: ${orders.toLocaleString('en')} asleep / ${smallest.toLocaleString('en')}`
        rows.push(row(GROUP, name, medianRatio(results, orders, smallest, time), '×', atMost(1.5), note))
      }
    }
    return rows
  } finally {
    await Promise.all(subjects.map(({ stop }) => stop()))
    await server.stop()
  }
}
