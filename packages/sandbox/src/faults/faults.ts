import type { CallbackFaults, FaultRule, FaultsResponse, SetFaults } from '@galla/contract/sandbox-api/faults'
import type { SettlementFaults } from '@galla/contract/sandbox-api/settlements'
import { defined } from '../domain/defined.ts'
import { FAULT_PROFILES } from './profiles.ts'
import { STATUS_ENDPOINTS } from './status-endpoints.ts'
import { validateFaults } from './validate-faults.ts'

/** The active faults of one sandbox. */
export interface Faults {
  /** @throws TypeError with the name of the invalid field */
  set(faults: SetFaults): void
  clear(): void
  describe(): FaultsResponse
  /** The rules that apply to this call. Every rule that covers the endpoint draws its random number on every call. */
  select(endpoint: string): readonly FaultRule[]
  readonly callbackRates: CallbackFaults
  callbackRandom(): number
  readonly settlements: SettlementFaults
  settlementRandom(): number
  /** A list of settlements with gaps, repeats and in no order, as the faults say. */
  settlementList<Entry>(entries: readonly Entry[]): readonly Entry[]
  /** True when a rule reads the past. */
  readonly readsReplica: boolean
}

interface ActiveRule {
  readonly rule: FaultRule
  readonly random: () => number
  applied: number
}

const NONE: readonly FaultRule[] = []

export function createFaults(defaultSeed: string, defaultProfile?: string): Faults {
  let seed = defaultSeed
  let profile: string | undefined
  let active: ActiveRule[] = []
  let readsReplica = false
  let callbackRates: CallbackFaults = {}
  let callbackRandom = seededRandom(seed, 'callbacks')
  let settlements: SettlementFaults = {}
  let settlementRandom = seededRandom(seed, 'settlements')

  const activate = (
    rules: readonly FaultRule[],
    callbacks: CallbackFaults,
    ofSettlements: SettlementFaults = {},
  ): void => {
    active = rules.map((rule, index) => ({
      rule,
      random: seededRandom(seed, `rule ${index} ${rule.kind}`),
      applied: 0,
    }))
    readsReplica = rules.some(({ kind }) => kind === 'stale-status')
    callbackRates = callbacks
    callbackRandom = seededRandom(seed, 'callbacks')
    settlements = ofSettlements
    settlementRandom = seededRandom(seed, 'settlements')
  }

  const faults: Faults = {
    set(given) {
      validateFaults(given)
      const preset = given.profile === undefined ? undefined : FAULT_PROFILES[given.profile]
      seed = given.seed ?? defaultSeed
      profile = given.profile
      activate(
        [...(preset?.rules ?? []), ...(given.rules ?? [])],
        { ...preset?.callbacks, ...given.callbacks },
        given.settlements,
      )
    },
    clear() {
      seed = defaultSeed
      profile = undefined
      activate([], {})
    },
    describe: () => ({
      ...defined({ profile }),
      rules: active.map((one) => one.rule),
      callbacks: callbackRates,
      settlements,
      seed,
      profiles: Object.entries(FAULT_PROFILES).map(([name, { explains }]) => ({ name, explains })),
    }),
    select(endpoint) {
      if (active.length === 0) return NONE
      return active.filter((one) => applies(one, endpoint)).map((one) => one.rule)
    },
    get callbackRates() {
      return callbackRates
    },
    callbackRandom: () => callbackRandom(),
    get settlements() {
      return settlements
    },
    settlementRandom: () => settlementRandom(),
    settlementList(entries) {
      const { gapRate = 0, repeatRate = 0, shuffle = false } = settlements
      const listed = entries.flatMap((entry) => {
        if (gapRate > 0 && settlementRandom() < gapRate) return []
        return repeatRate > 0 && settlementRandom() < repeatRate ? [entry, entry] : [entry]
      })
      if (!shuffle) return listed
      return listed
        .map((entry) => ({ entry, at: settlementRandom() }))
        .sort((a, b) => a.at - b.at)
        .map(({ entry }) => entry)
    },
    get readsReplica() {
      return readsReplica
    },
  }
  if (defaultProfile !== undefined) faults.set({ profile: defaultProfile })
  return faults
}

function applies(active: ActiveRule, endpoint: string): boolean {
  const { rule } = active
  if (rule.endpoints && !rule.endpoints.includes(endpoint)) return false
  if (rule.kind === 'stale-status' && !STATUS_ENDPOINTS.includes(endpoint)) return false
  if (rule.times !== undefined && active.applied >= rule.times) return false
  const hit = rule.rate === undefined || active.random() < rule.rate
  if (hit) active.applied++
  return hit
}

/** Numbers in [0, 1) that depend only on the seed and the name (mulberry32, seeded by an FNV-1a hash). */
function seededRandom(seed: string, name: string): () => number {
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
