import { GallaError } from '../errors/galla-error.ts'

/** The error of an invalid input, before anything is sent. Names the field and the remedy, never the value. */
export function invalidRequest(field: string, problem: string): GallaError {
  return new GallaError({ kind: 'invalid-request', field, message: `${field} ${problem}`, outcome: 'not-sent' })
}

export function requireString(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalidRequest(field, 'must be a non-empty string')
  return value
}

/** A text that the other side knows too: every character counts, and a file's last line break is not meant. */
export function requireSecret(value: unknown, field: string): string {
  const text = requireString(value, field)
  if (text !== text.trim()) throw invalidRequest(field, 'has white space at the start or the end: trim it')
  return text
}

export function optionalString(value: unknown, field: string): void {
  if (value !== undefined && typeof value !== 'string') throw invalidRequest(field, 'must be a string')
}

export function optionalBoolean(value: unknown, field: string): void {
  if (value !== undefined && typeof value !== 'boolean') throw invalidRequest(field, 'must be true or false')
}

/** Longest delay of a timer; a longer one fires at once. Milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1

export function optionalDuration(value: unknown, field: string): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !(value > 0) || value > MAX_TIMER_MS) {
    throw invalidRequest(field, `must be milliseconds above 0, at most ${MAX_TIMER_MS}`)
  }
  return value
}

export function requireObject(value: unknown, field: string): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest(field, 'must be an object')
  }
  return value
}

/** A positive safe integer of paise. The only check of an amount, before anything is sent. */
export function validateAmount(amount: unknown, field = 'amount'): void {
  if (typeof amount !== 'number') {
    throw invalidRequest(field, "must be an integer number of paise: inr('499.00') or paise(49900)")
  }
  if (!Number.isSafeInteger(amount)) {
    throw invalidRequest(
      field,
      Math.abs(amount) > Number.MAX_SAFE_INTEGER
        ? 'is beyond 2^53 - 1 paise'
        : "must be whole paise, not rupees with decimals: paise(49950), inr('499.50') or Math.round(rupees * 100)",
    )
  }
  if (amount <= 0) throw invalidRequest(field, 'must be above zero paise')
}

const MERCHANT_ID = /^[A-Za-z0-9_-]{1,63}$/

/** An id that the merchant assigns: 1 to 63 letters, digits, `_` or `-` (protocol §3.1, §3.5). */
export function validateNewId(id: unknown, field: string): void {
  if (typeof id !== 'string' || !MERCHANT_ID.test(id)) {
    throw invalidRequest(field, 'must be 1 to 63 letters, digits, _ or -: the provider refuses anything else')
  }
}

/** An id to look up: any text, since other systems may have assigned it. It is escaped in the path. */
export function validateLookupId(id: unknown, field: string): void {
  if (/\p{Surrogate}/u.test(requireString(id, field))) throw invalidRequest(field, 'contains an unpaired surrogate')
  if (id === '.' || id === '..') throw invalidRequest(field, 'cannot be a dot segment')
}

const UDF = /^udf([1-9]|1[0-5])$/
export const RESTRICTED_UDF: RegExp = /^[A-Za-z0-9_\- @.+]*$/

/** udf1–udf10: 256 characters. udf11–udf15: 50 characters of a restricted alphabet (protocol §3.7). */
export function validateMetaInfo(metaInfo: unknown): void {
  if (metaInfo === undefined) return
  for (const [key, value] of Object.entries(requireObject(metaInfo, 'metaInfo'))) {
    const field = `metaInfo.${key}`
    const number = Number(UDF.exec(key)?.[1])
    if (!number) throw invalidRequest(field, 'is not known: the keys are udf1 to udf15')
    if (value === undefined) continue
    if (typeof value !== 'string') throw invalidRequest(field, 'must be a string')
    const maxLength = number <= 10 ? 256 : 50
    if (value.length > maxLength) throw invalidRequest(field, `must be at most ${maxLength} characters`)
    if (number > 10 && !RESTRICTED_UDF.test(value)) {
      throw invalidRequest(field, 'may contain only letters, digits, spaces and _ - @ . +')
    }
  }
}

/** An absolute http or https URL, so that a payment page never links to `javascript:`. */
export function validateRedirectUrl(url: unknown, field = 'redirectUrl'): void {
  if (typeof url !== 'string') throw invalidRequest(field, 'must be a URL such as https://shop.example/thanks')
  let protocol: string
  try {
    protocol = new URL(url).protocol
  } catch {
    throw invalidRequest(field, 'must be an absolute URL such as https://shop.example/thanks')
  }
  if (protocol !== 'https:' && protocol !== 'http:') throw invalidRequest(field, 'must begin with https://')
}
