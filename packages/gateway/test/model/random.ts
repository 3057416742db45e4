import { seeded } from '../crash/seeded.ts'

/** Deterministic pseudo-random numbers in [0, 1). */
export type Random = () => number

export const createRandom = (seed: number): Random => seeded(seed)

/** A stream of its own: what runs at the same time does not take each other's numbers. */
export const fork = (random: Random): Random => seeded(Math.floor(random() * 2 ** 32))

export const below = (random: Random, count: number): number => Math.floor(random() * count)

export function pick<One>(random: Random, all: readonly One[]): One {
  const one = all[below(random, all.length)]
  if (one === undefined) throw new Error('there is nothing to pick')
  return one
}
