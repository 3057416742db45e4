import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import { LINK_ENDPOINTS } from '@galla/contract/provider/links'
import { SETTLEMENT_ENDPOINTS } from '@galla/contract/provider/settlements'
import { SUBSCRIPTION_ENDPOINTS } from '@galla/contract/provider/subscriptions'
import type { CallbackFaults, FaultRule, SetFaults } from '@galla/contract/sandbox-api/faults'
import type { SettlementFaults } from '@galla/contract/sandbox-api/settlements'
import { FAULT_PROFILES } from './profiles.ts'
import { STATUS_ENDPOINTS } from './status-endpoints.ts'

const KINDS: readonly FaultRule['kind'][] = [
  'latency',
  'hold',
  'status',
  'reset',
  'lost-reply',
  'late-reply',
  'stale-status',
  'slow-body',
  'wrong-content-type',
  'truncated',
  'empty',
]

/** Returns what is wrong with a value, as the rest of a sentence that begins with the field; `undefined` for a valid value. */
type Check = (value: unknown) => string | undefined

const count: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'must be a whole number of at least 0'
const rate: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'must be a number from 0 to 1'
const text: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string')
const headerValue: Check = (value) =>
  typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value) ? undefined : 'must be printable ASCII on one line'
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false')
const list: Check = (value) => (Array.isArray(value) ? undefined : 'must be a list')
const object: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'must be an object'
const textOrObject: Check = (value) =>
  text(value) === undefined || object(value) === undefined ? undefined : 'must be a string or an object'
const oneOf =
  (names: readonly string[]): Check =>
  (value) =>
    names.includes(value as string) ? undefined : `is ${JSON.stringify(value)}; there are ${names.join(', ')}`
const endpoints: Check = (value) =>
  Array.isArray(value)
    ? value
        .map(oneOf([ENDPOINTS, SUBSCRIPTION_ENDPOINTS, LINK_ENDPOINTS, SETTLEMENT_ENDPOINTS].flatMap(Object.keys)))
        .find((one) => one !== undefined)
    : 'must be a list'
const status: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599 ? undefined : 'must be from 200 to 599'

const FAULT_FIELDS: { readonly [Name in keyof Required<SetFaults>]: Check } = {
  profile: oneOf(Object.keys(FAULT_PROFILES)),
  rules: list,
  callbacks: object,
  settlements: object,
  seed: text,
}
const RULE_FIELDS: { readonly [Name in keyof Required<FaultRule>]: Check } = {
  kind: oneOf(KINDS),
  endpoints,
  rate,
  times: count,
  delayMs: count,
  status,
  retryAfterSec: count,
  body: textOrObject,
  contentType: headerValue,
  afterIntake: flag,
}
const CALLBACK_FIELDS: { readonly [Name in keyof Required<CallbackFaults>]: Check } = {
  delayMs: count,
  delayRate: rate,
  duplicateRate: rate,
  copies: count,
  reorderRate: rate,
  tamperRate: rate,
  dropRate: rate,
}

const wholeNumber: Check = (value) => (Number.isSafeInteger(value) ? undefined : 'must be a whole number of paise')
const SETTLEMENT_FIELDS: { readonly [Name in keyof Required<SettlementFaults>]: Check } = {
  gapRate: rate,
  repeatRate: rate,
  shuffle: flag,
  offByPaise: wholeNumber,
  failRate: rate,
}

/** Fields that would have no effect in a rule of another kind. */
const STATUS_FIELDS = ['body', 'contentType', 'afterIntake'] as const

/**
 * Refuses unknown and mistyped fields: a misspelt fault would have no effect, and the test that relies on it would pass.
 * @throws TypeError with the name of the invalid field and the values it takes
 */
export function validateFaults(given: object): asserts given is SetFaults {
  validateFields(given, FAULT_FIELDS, '')
  const { rules = [], callbacks = {}, settlements = {} } = given as SetFaults
  rules.forEach((rule, index) => {
    const problem = object(rule)
    if (problem) throw new TypeError(`faults: rules[${index}] ${problem}`)
    validateFields({ ...rule, kind: rule.kind }, RULE_FIELDS, `rules[${index}].`)
    if (rule.kind === 'status' && rule.status === undefined)
      throw new TypeError(`faults: rules[${index}].status is required for kind status: a number from 200 to 599`)
    const useless = STATUS_FIELDS.find((name) => rule.kind !== 'status' && rule[name] !== undefined)
    if (useless) throw new TypeError(`faults: rules[${index}].${useless} has an effect for kind status only`)
    const notStatus = rule.kind === 'stale-status' && rule.endpoints?.find((name) => !STATUS_ENDPOINTS.includes(name))
    if (notStatus)
      throw new TypeError(
        `faults: rules[${index}].endpoints: stale-status cannot affect ${notStatus}; there are ${STATUS_ENDPOINTS.join(', ')}`,
      )
  })
  validateFields(callbacks, CALLBACK_FIELDS, 'callbacks.')
  validateFields(settlements, SETTLEMENT_FIELDS, 'settlements.')
}

function validateFields(given: object, checks: { readonly [name: string]: Check }, at: string): void {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(checks, name))
      throw new TypeError(`faults: ${at}${name} is not a known field; the fields are ${Object.keys(checks).join(', ')}`)
    const problem = value === undefined && name !== 'kind' ? undefined : checks[name]?.(value)
    if (problem) throw new TypeError(`faults: ${at}${name} ${problem}`)
  }
}
