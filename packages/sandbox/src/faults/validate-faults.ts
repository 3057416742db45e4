import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import type { CallbackFaults, FaultRule, SetFaults } from '@galla/contract/sandbox-api/faults'
import { FAULT_PROFILES } from './profiles.ts'

const KINDS = ['latency', 'status', 'reset', 'lost-reply', 'slow-body', 'wrong-content-type', 'truncated', 'empty']

type Check = (value: unknown) => string | undefined

/** What each field takes; a text is the complaint. A misspelt or mistyped fault would be a quiet day that looks like a passed test. */
const count: Check = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'is a whole number')
const share: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'is a share from 0 to 1'
const text: Check = (value) => (typeof value === 'string' ? undefined : 'is text')
const list: Check = (value) => (Array.isArray(value) ? undefined : 'is a list')
const fields: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'is an object'
const oneOf =
  (names: readonly string[]): Check =>
  (value) =>
    names.includes(value as string) ? undefined : `is ${JSON.stringify(value)}; there are ${names.join(', ')}`
const endpoints: Check = (value) =>
  Array.isArray(value) ? value.map(oneOf(Object.keys(ENDPOINTS))).find((one) => one !== undefined) : 'is a list'
const status: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599 ? undefined : 'is a number from 200 to 599'

const WANTED: { readonly [Name in keyof Required<SetFaults>]: Check } = {
  profile: oneOf(Object.keys(FAULT_PROFILES)),
  rules: list,
  callbacks: fields,
  seed: text,
}
const RULE: { readonly [Name in keyof Required<FaultRule>]: Check } = {
  kind: oneOf(KINDS),
  endpoints,
  rate: share,
  times: count,
  delayMs: count,
  status,
  retryAfterSec: count,
}
const CALLBACKS: { readonly [Name in keyof Required<CallbackFaults>]: Check } = {
  delayMs: count,
  duplicateRate: share,
  copies: count,
  reorderRate: share,
  tamperRate: share,
  dropRate: share,
}

/** @throws TypeError naming the field and what it takes. */
export function checkFaults(wanted: object): asserts wanted is SetFaults {
  checkAll(wanted, WANTED, '')
  const { rules = [], callbacks = {} } = wanted as SetFaults
  rules.forEach((rule, index) => {
    const complaint = fields(rule)
    if (complaint) throw new TypeError(`faults: rules[${index}] ${complaint}`)
    checkAll({ ...rule, kind: rule.kind }, RULE, `rules[${index}].`)
    if (rule.kind === 'status' && rule.status === undefined)
      throw new TypeError(`faults: rules[${index}].status is missing: what to answer, from 200 to 599`)
  })
  checkAll(callbacks, CALLBACKS, 'callbacks.')
}

function checkAll(given: object, checks: { readonly [name: string]: Check }, where: string): void {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(checks, name))
      throw new TypeError(`faults: ${where}${name} is not known; there are ${Object.keys(checks).join(', ')}`)
    const complaint = value === undefined && name !== 'kind' ? undefined : checks[name]?.(value)
    if (complaint) throw new TypeError(`faults: ${where}${name} ${complaint}`)
  }
}
