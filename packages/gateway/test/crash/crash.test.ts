import { describe, expect, it } from 'vitest'
import { setupDatabases } from '../helpers/template-databases.ts'
import { type CrashScenario, runCrashScenario } from './battery.ts'
import { setupChildProcesses } from './children.ts'

const LONG = process.env.GALLA_LONG === '1'
const FIRST = Number(process.env.GALLA_SEED ?? 20_261_120)
const SEEDS = Number(process.env.GALLA_SEEDS ?? (LONG ? 20 : 3))
const TIMEOUT_MS = LONG ? 900_000 : 300_000

// Durable: rows of an acknowledged request must survive SIGKILL of PostgreSQL.
const { createTestDatabase } = setupDatabases({ durable: true })
const { start, errors } = setupChildProcesses()

const SCENARIOS: readonly (readonly [string, Omit<CrashScenario, 'seed'>])[] = [
  ['one process that is killed repeatedly', { replicas: 1, kills: LONG ? 25 : 3, maxLifeMs: 700 }],
  ['three replicas that are killed repeatedly', { replicas: 3, kills: LONG ? 20 : 3, maxLifeMs: 2_000 }],
  [
    'three replicas and a PostgreSQL that are killed repeatedly',
    { replicas: 3, kills: LONG ? 12 : 3, maxLifeMs: 2_000, databaseKills: LONG ? 3 : 1 },
  ],
]

/** Each seed takes the next scenario. */
const RUNS = Array.from({ length: SEEDS }, (_, place) => {
  const seed = FIRST + place
  const [name, scenario] = SCENARIOS[seed % SCENARIOS.length] as (typeof SCENARIOS)[number]
  return { seed, name, scenario }
})

describe('gateway processes killed with SIGKILL', () => {
  it.each(RUNS)(
    'seed $seed, $name: no order, refund or callback is lost, each paid order is fulfilled once, no state goes back, and the database agrees with the provider',
    async ({ seed, scenario }) => {
      const result = await runCrashScenario(await createTestDatabase(), start, { ...scenario, seed })
      console.log(`seed ${seed}`, JSON.stringify(result))
      expect(result.violations, errors.join('')).toEqual([])
      expect(result.completed).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )
})
