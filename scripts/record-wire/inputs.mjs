import { readFileSync } from 'node:fs'

/** The folder of the recordings. */
export const FOLDER = new URL('../../packages/contract/vectors/wire/', import.meta.url)

/**
 * A recording as it is: what goes into the official package (calls, replies, and the sentences about it) is written there by hand, what comes out
 * is recorded again.
 */
export const recorded = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'))

const callsOf = (name) => recorded(name).cases.map(({ name, call }) => ({ name, ...call }))

/** Every call of the official clients, with every instrument builder, once plain and once with all that it can carry. */
export const STANDARD_CALLS = callsOf('standard-checkout')
export const CUSTOM_CALLS = callsOf('custom-checkout')

/** Replies to be read by the official client: what it makes of them is recorded. */
export const REPLIES = recorded('replies').cases.map(({ name, method, reply }) => ({ name, method, reply }))

export const TOKEN = recorded('token').cases[0].reply

const named = (list, name) => list.find((one) => one.name === name)

/** Returns the reply of the recording provider. Values follow the provider's documented samples. */
export function replyTo({ host, method, path }) {
  if (host === 'identity') return [200, TOKEN]
  if (host === 'events') return [200, {}]
  const opened = path.endsWith('/refund') ? 'refund' : 'pay'
  const read = path.includes('/refund/') ? 'refund status, root shape' : 'transaction'
  return [200, named(REPLIES, method === 'POST' ? opened : read).reply]
}

/** The refusals that the error vectors describe; those with a body first. */
const { cases } = JSON.parse(readFileSync(new URL('../error-mapping.json', FOLDER), 'utf8'))
const FIRST = ['wrong token', 'blank field']

export const ERROR_CASES = [
  ...FIRST.map((name) => named(cases, name)),
  ...cases.filter(({ name }) => !FIRST.includes(name)),
]
