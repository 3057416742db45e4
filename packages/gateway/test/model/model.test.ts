import { describe, expect, it } from 'vitest'
import { setupDatabases } from '../helpers/template-databases.ts'
import { runModel } from './simulation.ts'

const LONG = process.env.GALLA_LONG === '1'
const FIRST = Number(process.env.GALLA_SEED ?? 1)
const SEEDS = Number(process.env.GALLA_SEEDS ?? (process.env.GALLA_SEED === undefined ? (LONG ? 24 : 3) : 1))
const ROUNDS = Number(process.env.GALLA_ROUNDS ?? (LONG ? 200 : 60))

const { createTestDatabase } = setupDatabases()

/** The command that repeats a run. */
const repeat = (seed: number) =>
  `GALLA_SEED=${seed} GALLA_ROUNDS=${ROUNDS} npx vitest run packages/gateway/test/model/model.test.ts`

describe('several gateway processes under faults and kills', () => {
  it.each(Array.from({ length: SEEDS }, (_, place) => FIRST + place))(
    'seed %i: money, orders, events and callbacks agree with the provider in the end',
    async (seed) => {
      const { violations, trace, ...counts } = await runModel(await createTestDatabase(), { seed, rounds: ROUNDS })
      console.log(`seed ${seed}`, JSON.stringify({ ...counts, violations }))
      const report = [`repeat it with: ${repeat(seed)}`, ...violations, '', ...trace.slice(-400)].join('\n')
      expect(violations, report).toEqual([])
      expect(counts.completed).toBeGreaterThan(0)
    },
    LONG ? 1_800_000 : 300_000,
  )
})
