import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres } from '@galla/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setupChildProcesses } from '../crash/children.ts'
import { migratedTemplate } from '../helpers/migrated-template.ts'
import { auditYear } from './audit.ts'
import { runYear } from './year.ts'

const SUBSCRIPTIONS = Number(process.env.GALLA_YEAR ?? 8)
/** From the end of November to a leap day and beyond; 366 are a year. */
const DAYS = Number(process.env.GALLA_DAYS ?? 96)
const SEED = Number(process.env.GALLA_SEED ?? 1)
/** Each day, a subscription is disturbed with this probability. */
const DISTURBANCES = Number(process.env.GALLA_DISTURBANCES ?? 0.02)
const HOURS_MS = 6 * 3_600_000

const { start, errors } = setupChildProcesses({ program: 'test/subscriptions/child.ts' })

let server: RunningPostgres
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-test-'))
  server = await startPostgres({ folder, temporary: true, durable: false, settings: { max_connections: 100 } })
}, 60_000)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

it(
  'subscriptions of months with faults, pauses, changes and killed replicas debit each cycle at most once, and provider, ledger, cycles and events agree to the paisa',
  async () => {
    const { connection } = await (await migratedTemplate(server.connection)).fresh()
    const beganMs = Date.now()
    const log = SUBSCRIPTIONS > 100 || process.env.GALLA_TRACE ? console.log : () => {}
    const year = await runYear(connection, {
      seed: SEED,
      subscriptions: SUBSCRIPTIONS,
      days: DAYS,
      disturbances: DISTURBANCES,
      log,
      startProcess: start,
    })
    try {
      const { violations, figures } = await auditYear(year)
      console.log(JSON.stringify({ seed: SEED, seconds: Math.round((Date.now() - beganMs) / 1_000), ...figures }))
      const repeat = `GALLA_SEED=${SEED} GALLA_YEAR=${SUBSCRIPTIONS} GALLA_DAYS=${DAYS} GALLA_DISTURBANCES=${DISTURBANCES} npx vitest run packages/gateway/test/subscriptions/year.test.ts`
      expect(violations, `repeat it with: ${repeat}\n${errors.join('')}`).toEqual([])
    } finally {
      await year.close()
    }
  },
  HOURS_MS,
)
