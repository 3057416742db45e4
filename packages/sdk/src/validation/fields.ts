import { GallaError } from '../errors/galla-error.ts'

/** A refusal before anything was sent; it names the field and the way out, never the value. */
export function invalid(field: string, wayOut: string): GallaError {
  return new GallaError({ kind: 'invalid-request', field, message: `${field} ${wayOut}`, outcome: 'not-sent' })
}

export function textField(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalid(field, 'must be a non-empty text')
  return value
}

export function optionalText(value: unknown, field: string): void {
  if (value !== undefined && typeof value !== 'string') throw invalid(field, 'must be a text')
}

export function optionalFlag(value: unknown, field: string): void {
  if (value !== undefined && typeof value !== 'boolean') throw invalid(field, 'must be true or false')
}

/** Longest delay that timers keep; beyond it they fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function durationField(value: unknown, field: string): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !(value > 0) || value > LONGEST_TIMER_MS) {
    throw invalid(field, `must be milliseconds above 0, at most ${LONGEST_TIMER_MS}`)
  }
  return value
}

export function objectField(value: unknown, field: string): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(field, 'must be an object')
  return value
}

/** Paise: a positive safe integer. Money is checked here and nowhere else, before anything is sent. */
export function checkAmount(amount: unknown, field = 'amount'): void {
  if (typeof amount !== 'number')
    throw invalid(field, "must be an integer number of paise: inr('499.00') or paise(49900)")
  if (!Number.isSafeInteger(amount)) {
    throw invalid(
      field,
      Math.abs(amount) > Number.MAX_SAFE_INTEGER
        ? 'is beyond 2^53 - 1 paise'
        : "must be whole paise, not rupees with decimals: inr('499.50') or paise(49950)",
    )
  }
  if (amount <= 0) throw invalid(field, 'must be above zero paise')
}

const OURS = /^[A-Za-z0-9_-]{1,63}$/

/** An id that we give: 1 to 63 letters, digits, `_` or `-`, unique for ever (provider-protocol §3.1, §3.5). */
export function checkNewId(id: unknown, field: string): void {
  if (typeof id !== 'string' || !OURS.test(id)) {
    throw invalid(field, 'must be 1 to 63 letters, digits, _ or -: the provider refuses anything else')
  }
}

/** An id to look up: any text, since it may come from anywhere; it is escaped where it enters a path. */
export function checkKnownId(id: unknown, field: string): void {
  if (typeof id !== 'string' || id.trim() === '') throw invalid(field, 'must be a non-empty text')
  if (/\p{Surrogate}/u.test(id)) throw invalid(field, 'holds half a character')
  if (id === '.' || id === '..') throw invalid(field, 'cannot be a dot segment')
}

const KEY = /^udf([1-9]|1[0-5])$/
const NARROW = /^[A-Za-z0-9_\- @.+]*$/

/** udf1–udf10: 256 characters. udf11–udf15: 50 of a narrow alphabet (provider-protocol §3.7). */
export function checkMetaInfo(metaInfo: unknown): void {
  if (metaInfo === undefined) return
  for (const [key, value] of Object.entries(objectField(metaInfo, 'metaInfo'))) {
    const field = `metaInfo.${key}`
    const number = Number(KEY.exec(key)?.[1])
    if (!number) throw invalid(field, 'is not known: the keys are udf1 to udf15')
    if (value === undefined) continue
    if (typeof value !== 'string') throw invalid(field, 'must be a text')
    const most = number <= 10 ? 256 : 50
    if (value.length > most) throw invalid(field, `must be at most ${most} characters`)
    if (number > 10 && !NARROW.test(value)) throw invalid(field, 'may hold letters, digits, spaces and _ - @ . + only')
  }
}

/** Where a payer is sent: http or https only, so that no `javascript:` travels through a payment page. */
export function checkRedirectUrl(address: unknown, field = 'redirectUrl'): void {
  if (typeof address !== 'string') throw invalid(field, 'must be an address such as https://shop.example/thanks')
  let protocol: string
  try {
    protocol = new URL(address).protocol
  } catch {
    throw invalid(field, 'must be a whole address such as https://shop.example/thanks')
  }
  if (protocol !== 'https:' && protocol !== 'http:') throw invalid(field, 'must begin with https://')
}
