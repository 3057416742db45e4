import { expect, it } from 'vitest'
import { databases } from '../helpers/database.ts'
import { type Battery, battery } from './battery.ts'
import { children } from './children.ts'

const LONG = process.env.GALLA_LONG === '1'
const SEED = Number(process.env.GALLA_SEED ?? 20_261_120)
const LIMIT_MS = LONG ? 1_800_000 : 60_000

// Durable: what a crash test acknowledges must be on the disk.
const { fresh } = databases({ durable: true })
const { start, errors } = children()

const DAYS: readonly (readonly [string, Omit<Battery, 'seed'>])[] = [
  ['a process killed at any moment', { replicas: 1, kills: LONG ? 300 : 3, longestLifeMs: 700 }],
  ['three replicas, one of them killed every moment', { replicas: 3, kills: LONG ? 150 : 3, longestLifeMs: 2_000 }],
  [
    'three replicas that die, on a PostgreSQL that dies',
    { replicas: 3, kills: LONG ? 60 : 3, longestLifeMs: 2_000, databaseKills: LONG ? 15 : 1 },
  ],
]

it.each(DAYS)(
  '%s: nothing is lost, nothing is done twice, nothing goes backwards, and the database are the provider’s',
  async (_day, asked) => {
    const seed = SEED + DAYS.findIndex(([, day]) => day === asked)
    const ran = await battery(await fresh(), start, { ...asked, seed })
    console.log(`seed ${seed}`, JSON.stringify(ran))
    expect(ran.wrong, errors.join('')).toEqual([])
    expect(ran.completed).toBeGreaterThan(0)
  },
  LIMIT_MS,
)
