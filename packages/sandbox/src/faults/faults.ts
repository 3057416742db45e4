import type { CallbackFaults, FaultRule, FaultsReply, SetFaults } from '@galla/contract/sandbox-api/faults'
import { FAULT_PROFILES } from './profiles.ts'
import { checkFaults } from './validate-faults.ts'

/** The misfortunes of the day. */
export interface Faults {
  /** @throws TypeError naming the field that cannot be, and what it takes. */
  set(wanted: SetFaults): void
  clear(): void
  describe(): FaultsReply
  /** The rules that strike this call, in their order. Every call draws its lots, whether or not it is struck. */
  strike(endpoint: string): readonly FaultRule[]
  readonly callbackRates: CallbackFaults
  callbackRandom(): number
}

interface ArmedRule {
  readonly rule: FaultRule
  readonly random: () => number
  struck: number
}

const NONE: readonly FaultRule[] = []

export function createFaults(defaultSeed: string, profile?: string): Faults {
  let seed = defaultSeed
  let name: string | undefined
  let armed: ArmedRule[] = []
  let rates: CallbackFaults = {}
  let random = seededRandom(seed, 'callbacks')

  const arm = (rules: readonly FaultRule[], callbacks: CallbackFaults): void => {
    armed = rules.map((rule, index) => ({ rule, random: seededRandom(seed, `rule ${index} ${rule.kind}`), struck: 0 }))
    rates = callbacks
    random = seededRandom(seed, 'callbacks')
  }

  const faults: Faults = {
    set(wanted) {
      checkFaults(wanted)
      const chosen = wanted.profile === undefined ? undefined : FAULT_PROFILES[wanted.profile]
      seed = wanted.seed ?? defaultSeed
      name = wanted.profile
      arm([...(chosen?.rules ?? []), ...(wanted.rules ?? [])], { ...chosen?.callbacks, ...wanted.callbacks })
    },
    clear() {
      seed = defaultSeed
      name = undefined
      arm([], {})
    },
    describe: () => ({
      ...(name === undefined ? {} : { profile: name }),
      rules: armed.map((one) => one.rule),
      callbacks: rates,
      seed,
      profiles: Object.entries(FAULT_PROFILES).map(([title, { explains }]) => ({ name: title, explains })),
    }),
    strike(endpoint) {
      if (armed.length === 0) return NONE
      return armed.filter((one) => strikes(one, endpoint)).map((one) => one.rule)
    },
    get callbackRates() {
      return rates
    },
    callbackRandom: () => random(),
  }
  if (profile !== undefined) faults.set({ profile })
  return faults
}

function strikes(one: ArmedRule, endpoint: string): boolean {
  const { rule } = one
  if (rule.endpoints && !rule.endpoints.includes(endpoint)) return false
  if (rule.times !== undefined && one.struck >= rule.times) return false
  const hit = rule.rate === undefined || one.random() < rule.rate
  if (hit) one.struck++
  return hit
}

/** Numbers in [0, 1) that follow from the seed and the name alone (mulberry32 over an FNV-1a hash). */
export function seededRandom(seed: string, name: string): () => number {
  let state = fnv1a(`${seed}\n${name}`)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash | 0
}
