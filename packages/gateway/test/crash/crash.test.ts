import { expect, it } from 'vitest'
import { databases } from '../parts/database.ts'
import { battery } from './battery.ts'
import { children } from './children.ts'

const LONG = process.env.GALLA_LONG === '1'
const seed = Number(process.env.GALLA_SEED ?? 20_261_120)

// Durable: what a crash test acknowledges must be on the disk.
const { fresh } = databases({ durable: true })
const { start, errors } = children()

it(
  'a process killed at any moment loses nothing and does nothing twice',
  async () => {
    const ran = await battery(await fresh(), start, { replicas: 1, kills: LONG ? 300 : 5, seed, longestLifeMs: 700 })
    console.log(`seed ${seed}`, JSON.stringify(ran))
    expect(ran.wrong, errors.join('')).toEqual([])
    expect(ran.completed).toBeGreaterThan(0)
  },
  LONG ? 1_800_000 : 60_000,
)

it(
  'three replicas on one database, one of them killed every moment',
  async () => {
    const ran = await battery(await fresh(), start, {
      replicas: 3,
      kills: LONG ? 150 : 4,
      seed: seed + 1,
      longestLifeMs: 2_000,
    })
    console.log(`seed ${seed + 1}`, JSON.stringify(ran))
    expect(ran.wrong, errors.join('')).toEqual([])
    expect(ran.completed).toBeGreaterThan(0)
  },
  LONG ? 1_800_000 : 60_000,
)
