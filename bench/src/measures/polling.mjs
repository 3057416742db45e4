import { seedPendingOrders } from '../database/seed.mjs'
import { missingGatewayBuild, startDatabaseServer } from '../database/server.mjs'
import { startSubject } from '../lib/processes.mjs'
import { atMost, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const GROUP = 'Polling, by number of pending orders'
const OPS = { idle: 'a run with nothing due', due: 'a run with 24 orders due' }

/** The next poll time is indexed, so orders that are not due should cost nothing. */
export async function* polling({ quick }) {
  const missing = missingGatewayBuild()
  if (missing) {
    yield row(GROUP, 'a run', undefined, '×', atMost(1.5), missing)
    return
  }
  const sizes = quick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000]
  const server = await startDatabaseServer({ durable: true })
  const subjects = []
  try {
    for (const orders of sizes) {
      const connection = await server.createDatabase(`pending_${orders}`, (client) =>
        seedPendingOrders(client, { orders }),
      )
      subjects.push({ ...(await startSubject('gateway-polling', connection)), name: orders })
    }
    for (const [op, label] of Object.entries(OPS)) {
      const count = op === 'idle' ? 25 : 4
      const run = ({ send }) => send({ job: 'calls', op, count, concurrency: 1 })
      await rounds(subjects, 1, run)
      const results = await rounds(subjects, quick ? 7 : 9, run)
      const time = ({ wallMs }) => wallMs / count
      const of = (orders) => median(results.get(orders).map(time))
      const [smallest, ...others] = sizes
      for (const orders of others) {
        const note = `${of(smallest).toFixed(2)} → ${of(orders).toFixed(2)} ms`
        const name = `${label}: ${orders.toLocaleString('en')} pending / ${smallest.toLocaleString('en')}`
        yield row(GROUP, name, medianRatio(results, orders, smallest, time), '×', atMost(1.5), note)
      }
    }
  } finally {
    await Promise.all(subjects.map(({ stop }) => stop()))
    await server.stop()
  }
}
