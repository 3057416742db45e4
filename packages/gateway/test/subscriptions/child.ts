import { Galla } from '@galla/sdk'
import { createGateway } from '../../src/index.ts'
import { subscriptions } from '../../src/subscriptions.ts'
import { fastClock } from '../crash/fast-clock.ts'
import type { ChildConfig } from '../crash/orders.ts'
import { noteEvents } from './heard.ts'

/** A gateway process that runs the jobs once. The test kills it at a call to the provider. */
const { database, provider, clock, client, secret } = JSON.parse(process.argv[2] ?? '{}') as ChildConfig

const gateway = await createGateway({
  ...client,
  client: ({ tokenStore }) => new Galla({ ...client, clientVersion: 1, hosts: provider, tokenStore }),
  callbackCredentials: secret,
  database,
  clock: fastClock(clock),
  subscriptions: subscriptions(),
  on: noteEvents,
})
await gateway.runPendingJobs()
await gateway.stop()
process.stdout.write('done\n')
process.exit(0)
