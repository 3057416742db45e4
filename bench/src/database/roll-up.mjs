import { setTimeout as pause } from 'node:timers/promises'
import { createGateway } from '@galla/gateway'
import pg from 'pg'
import { cannedProvider } from '../lib/canned-provider.mjs'
import { GATEWAY_CLIENT } from '../lib/inputs.mjs'

/** Lets the workers of a gateway whose clock stands still count everything that is over, as they do every minute. */
export async function rollUp(connection, nowMs) {
  const gateway = await createGateway({
    ...GATEWAY_CLIENT,
    client: cannedProvider({}),
    database: connection,
    clock: { now: () => nowMs },
  })
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await gateway.start()
    const counted = `select from galla.roll_ups where "filledToMs" > $1::bigint - 3600000 and "changedToMs" = $1::bigint and not exists (select from galla.ledger_tail)`
    while ((await client.query(counted, [nowMs])).rowCount === 0) await pause(200)
  } finally {
    await gateway.stop()
    await client.end()
  }
}
