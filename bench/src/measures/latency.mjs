import { missingGatewayBuild, startDatabaseServer } from '../database/server.mjs'
import { SLOW_MS } from '../lib/inputs.mjs'
import { startSubject } from '../lib/processes.mjs'
import { atMost, row } from '../lib/rows.mjs'
import { median, quantile } from '../lib/statistics.mjs'

const GROUP = `Gateway on PostgreSQL: time of a start, 64 at once, the provider answers after ${SLOW_MS} ms`

/** The time that the gateway adds to the provider's: of each round its quantile, of the rounds their median. */
export async function* latency({ quick, provider }) {
  const missing = missingGatewayBuild()
  if (missing) {
    yield row(GROUP, 'p99 beyond the provider', undefined, 'ms', atMost(15, ' ms'), missing)
    return
  }
  const server = await startDatabaseServer({ durable: true })
  let subject
  try {
    const connection = JSON.parse(await server.createDatabase('latency'))
    subject = await startSubject(
      'gateway-writes',
      JSON.stringify({ connection, origin: provider.origin, orders: 'slow' }),
    )
    const round = () => subject.send({ job: 'latencies', op: 'start', count: 2_000, concurrency: 64 })
    await round()
    const rounds = []
    for (let n = 0; n < (quick ? 3 : 11); n += 1) rounds.push((await round()).times)
    const beyond = (part) => median(rounds.map((times) => quantile(times, part) - SLOW_MS))
    yield row(GROUP, 'median beyond the provider', beyond(0.5), 'ms')
    yield row(GROUP, 'p99 beyond the provider', beyond(0.99), 'ms', atMost(15, ' ms'))
  } finally {
    await subject?.stop()
    await server.stop()
  }
}
