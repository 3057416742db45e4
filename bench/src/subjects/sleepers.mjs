import { createGateway } from '@galla/gateway'
import { DUE_EVERY_MS, EXPIRED_AT_MS, SLEEP_START_MS } from '../books/sleepers.mjs'
import { cannedProvider } from '../lib/canned-provider.mjs'
import { ORDER } from '../lib/inputs.mjs'
import { SHOP } from '../lib/shop.mjs'

/** Orders that one look takes up: a batch of the reconciler's. */
const DUE = 24

/** The reconciler among orders that sleep. Time goes on by the clock alone; the provider says that nothing has happened yet. */
export async function prepare(connection) {
  let nowMs = SLEEP_START_MS
  const gateway = await createGateway({
    ...SHOP,
    client: cannedProvider({ state: 'PENDING', amount: ORDER.amount, expireAt: () => EXPIRED_AT_MS }),
    database: JSON.parse(connection),
    clock: { now: () => nowMs },
  })
  return {
    /** Nothing is due. */
    idle: () => gateway.runPendingJobs(),
    async look() {
      nowMs += DUE * DUE_EVERY_MS
      await gateway.runPendingJobs()
    },
  }
}
