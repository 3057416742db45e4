import type { Paise } from '@galla/contract/money'
import { MAX_ID_LENGTH } from '../domain/order-rules.ts'
import { invalid } from '../errors.ts'

const ID = /^[A-Za-z0-9_-]{1,63}$/

/** An id that goes to the provider. */
export function checkId(id: unknown, field: string, most = 63): asserts id is string {
  if (typeof id !== 'string' || !ID.test(id) || id.length > most)
    throw invalid(field, `must be 1 to ${most} letters, digits, _ or -`)
}

/** An order's id leaves room for the tails of the refunds that we may have to make ourselves. */
export function checkOrderId(id: unknown): asserts id is string {
  checkId(id, 'merchantOrderId', MAX_ID_LENGTH)
}

export function checkAmount(amount: unknown): asserts amount is Paise {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0)
    throw invalid('amount', "must be a positive integer number of paise: inr('499.00') or paise(49900)")
}

export function checkReference(reference: unknown): asserts reference is string {
  if (typeof reference !== 'string' || reference.trim() === '' || reference.length > 200)
    throw invalid('reference', 'must be a text of 1 to 200 characters: the id of the cart or invoice')
}

export function checkUserId(id: unknown): asserts id is string {
  if (typeof id !== 'string' || id.trim() === '' || id.length > 255)
    throw invalid('merchantUserId', 'must be a text of 1 to 255 characters: your name for the payer')
}

export function checkAddress(address: unknown, field: string): asserts address is string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw invalid(field, 'must be an absolute http or https address')
}

/** Seconds; the provider's floor for either checkout. */
export const MIN_LIFE_SEC = 300

/** Of a custom checkout; a hosted page may live for an hour, and what is refused for that is refused with the provider's words. */
const MAX_LIFE_SEC = 5_184_000

export function checkExpireAfter(seconds: unknown): asserts seconds is number {
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < MIN_LIFE_SEC || seconds > MAX_LIFE_SEC)
    throw invalid('expireAfter', `must be whole seconds, from ${MIN_LIFE_SEC} to ${MAX_LIFE_SEC}`)
}
