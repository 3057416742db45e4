import type { CallbackFaults, FaultRule, FaultsReply, SetFaults } from '@galla/contract/control/faults'
import { FAULT_PROFILES } from './profiles.ts'
import { seededRandom } from './seeded-random.ts'

/** The misfortunes of the day. */
export interface Faults {
  /** @throws TypeError naming the profiles there are, or the rule that cannot be. */
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
const KINDS = ['latency', 'status', 'reset', 'lost-reply', 'slow-body', 'wrong-content-type', 'truncated', 'empty']

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
      const chosen = wanted.profile === undefined ? undefined : FAULT_PROFILES[wanted.profile]
      if (wanted.profile !== undefined && !chosen) {
        throw new TypeError(
          `faults: no profile ${JSON.stringify(wanted.profile)}; there are ${Object.keys(FAULT_PROFILES).join(', ')}`,
        )
      }
      for (const rule of wanted.rules ?? []) checkRule(rule)
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

function checkRule(rule: FaultRule): void {
  if (!KINDS.includes(rule.kind)) {
    throw new TypeError(`faults: rules[].kind is ${JSON.stringify(rule.kind)}; there are ${KINDS.join(', ')}`)
  }
  const { status, rate } = rule
  if (rule.kind === 'status' && !(Number.isInteger(status) && (status ?? 0) >= 200 && (status ?? 0) <= 599)) {
    throw new TypeError('faults: a rule of kind "status" needs a status from 200 to 599')
  }
  if (rate !== undefined && !(rate >= 0 && rate <= 1))
    throw new TypeError('faults: rules[].rate is a share from 0 to 1')
}
