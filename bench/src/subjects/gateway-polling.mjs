import { createGateway } from '@galla/gateway'
import { DUE_INTERVAL_MS, EXPIRED_AT_MS, POLLING_START_MS } from '../database/rows.mjs'
import { cannedProvider } from '../lib/canned-provider.mjs'
import { GATEWAY_CLIENT, ORDER } from '../lib/inputs.mjs'

/** Orders in one batch of the polling worker. */
const DUE = 24

/** Polling among pending orders. Time advances only with the injected clock; the provider always reports PENDING. */
export async function prepare(connection) {
  let nowMs = POLLING_START_MS
  const gateway = await createGateway({
    ...GATEWAY_CLIENT,
    client: cannedProvider({ state: 'PENDING', amount: ORDER.amount, expireAt: () => EXPIRED_AT_MS }),
    database: JSON.parse(connection),
    clock: { now: () => nowMs },
  })
  return {
    /** Nothing is due. */
    idle: () => gateway.runPendingJobs(),
    async due() {
      nowMs += DUE * DUE_INTERVAL_MS
      await gateway.runPendingJobs()
    },
    stop: () => gateway.stop(),
  }
}
