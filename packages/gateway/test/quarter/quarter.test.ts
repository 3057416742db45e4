import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres } from '@galla/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migratedTemplate } from '../helpers/migrated-template.ts'
import { auditQuarter, readTruth } from './audit.ts'
import { runQuarter } from './quarter.ts'

/** Carts of the quarter. It takes minutes, so that it runs only where somebody asks for it. */
const CARTS = Number(process.env.GALLA_QUARTER ?? 0)
const SEED = Number(process.env.GALLA_SEED ?? 1)
const HOURS_MS = 6 * 3_600_000

let server: RunningPostgres
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-test-'))
  // Its own: statistics are kept up to date as in production.
  server = await startPostgres({ folder, temporary: true, durable: false, settings: { max_connections: 100 } })
}, 60_000)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

it.skipIf(CARTS === 0)(
  'a quarter with wrong settlements and killed processes closes every day to the paisa, and everything wrong is a finding',
  async () => {
    const { connection } = await (await migratedTemplate(server.connection)).fresh()
    const beganMs = Date.now()
    const quarter = await runQuarter(connection, {
      seed: SEED,
      carts: CARTS,
      log: CARTS >= 20_000 || process.env.GALLA_TRACE ? console.log : () => {},
    })
    try {
      const truth = await readTruth(quarter.sandbox)
      const { closeMs, imports, kills, expected } = quarter
      const { payments, captured, refunded, settled } = truth
      const figures = {
        ...{ seed: SEED, carts: CARTS, payments, refunds: truth.refunds.length, captured, refunded, settled },
        // Of this process: provider, payers and gateways.
        cpuSeconds: Math.round((process.cpuUsage().user + process.cpuUsage().system) / 1e6),
        seconds: Math.round((Date.now() - beganMs) / 1_000),
        ...{ kills, expected: expected.length, imports, closes: closeMs.length },
        longestCloseMs: Math.round(Math.max(...closeMs)),
        medianCloseMs: Math.round([...closeMs].sort((a, b) => a - b)[Math.floor(closeMs.length / 2)] ?? 0),
      }
      console.log(JSON.stringify(figures))
      const violations = await auditQuarter(quarter, truth)
      const repeat = `GALLA_SEED=${SEED} GALLA_QUARTER=${CARTS} npx vitest run --project long packages/gateway/test/quarter`
      expect(violations, `repeat it with: ${repeat}`).toEqual([])
      expect(expected.length).toBeGreaterThan(25)
      expect(new Set(kills.map(({ at }) => at))).toEqual(new Set(['work', 'close', 'import']))
    } finally {
      await quarter.close()
    }
  },
  HOURS_MS,
)
