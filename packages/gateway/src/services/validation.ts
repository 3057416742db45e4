import type { OrderToStart, StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { Paise } from '@galla/contract/money'
import { nearestName } from '@galla/contract/nearest-name'
import { copyOf } from '../domain/copy.ts'
import { defined } from '../domain/defined.ts'
import { MAX_AMOUNT, MAX_ID_LENGTH } from '../domain/limits.ts'
import { isMoment } from '../domain/moments.ts'
import { isMobile, STARTED_CHECKOUTS } from '../domain/orders/checkout.ts'
import { isStorable } from '../domain/privacy/masking.ts'
import { isLegible } from '../domain/visible-text.ts'
import { GatewayError, invalid } from '../errors.ts'
import { isUnreadable } from '../storage/privacy/data-keys.ts'

const ID = /^[A-Za-z0-9_-]{1,63}$/

/** Names that an object has as properties of its own kind: a program that keeps records by their ids in an object would find a function. */
const PROPERTIES: ReadonlySet<unknown> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

function checkName(id: unknown, field: string): void {
  if (PROPERTIES.has(id))
    throw invalid(field, `must not be ${JSON.stringify(id)}, which is a property of every JavaScript object`)
}

/**
 * Checks an id against the provider's rules.
 * @throws GatewayError INVALID_REQUEST
 */
export function checkId(id: unknown, field: string, maxLength = 63): asserts id is string {
  if (typeof id !== 'string' || !ID.test(id) || id.length > maxLength)
    throw invalid(field, `must be 1 to ${maxLength} letters, digits, _ or -`)
  checkName(id, field)
}

/** An order id is shorter than the provider allows: ids of automatic refunds append a suffix to it. */
export function checkOrderId(id: unknown): asserts id is string {
  checkId(id, 'merchantOrderId', MAX_ID_LENGTH)
}

export function checkAmount(amount: unknown): asserts amount is Paise {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0)
    throw invalid('amount', 'must be a positive integer number of paise: 49900 is ₹499.00')
  if (amount > MAX_AMOUNT) throw invalid('amount', `must be at most ${MAX_AMOUNT} paise`)
}

/**
 * Refuses a text that PostgreSQL cannot store as it is: a repetition of the request would differ from the stored one. Nor may it pose as a
 * stored value whose data key is missing.
 * @throws GatewayError INVALID_REQUEST
 */
export function checkStorable(text: unknown, field: string): void {
  if (typeof text !== 'string') return
  if (!isStorable(text)) throw invalid(field, 'must not contain a NUL character or half a surrogate pair')
  if (isUnreadable(text))
    throw invalid(field, 'must not begin like the text that is shown for a value whose data key is missing')
}

/**
 * A phone number with its country code: two spellings of a number are the same payer.
 * @throws GatewayError INVALID_REQUEST
 */
export function readPhoneNumber(phoneNumber: unknown, field: string, otherwise = ''): string {
  const text = typeof phoneNumber === 'string' ? phoneNumber.replace(/[\s-]/g, '') : ''
  if (/^\d{10}$/.test(text)) return `+91${text}`
  if (/^\+[1-9]\d{7,14}$/.test(text)) return text
  throw invalid(field, `must be ten digits, or with country code: +919000000001${otherwise}`)
}

/** Characters that break a line or turn the direction of the text after them. Joiners stay: Indian scripts need them. */
const NOT_OF_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/**
 * Refuses a name of several lines, and a name that turns the direction of the text beside it: the name is read in mail, on pages and in a terminal.
 * @throws GatewayError INVALID_REQUEST
 */
export function checkOneLine(name: string, field: string): void {
  if (NOT_OF_A_LINE.test(name))
    throw invalid(field, 'must be one line, without control characters and marks of direction')
}

/**
 * Checks a note or reason that must be given. Others read it later, so it needs a character that can be seen.
 * @throws GatewayError INVALID_REQUEST
 */
export function checkNote(note: unknown, field: string, maxLength = 500): asserts note is string {
  if (typeof note !== 'string' || note.length > maxLength || !isLegible(note, 1))
    throw invalid(field, `must be a text of 1 to ${maxLength} characters, at least one of which can be seen`)
  checkStorable(note, field)
}

/**
 * A person decides about what they read: not about a payment, or a word of the provider, that has joined it since.
 * @throws GatewayError REVIEW_CHANGED
 */
export function checkAsRead(current: { readonly version: number }, version: number | undefined): void {
  if (version !== undefined && version !== current.version)
    throw new GatewayError(
      'REVIEW_CHANGED',
      'The review has changed since you read it. Read it again, then decide. Nothing was done',
    )
}

export function checkReference(reference: unknown): asserts reference is string {
  if (typeof reference !== 'string' || reference.trim() === '' || reference.length > 200)
    throw invalid('reference', 'must be a string of 1 to 200 characters: the id of the cart or invoice')
  checkName(reference, 'reference')
}

export function checkUserId(id: unknown): asserts id is string {
  if (typeof id !== 'string' || id.trim() === '' || id.length > 255)
    throw invalid('merchantUserId', 'must be a string of 1 to 255 characters: your id of the payer')
  checkName(id, 'merchantUserId')
}

export function checkAddress(address: unknown, field: string): asserts address is string {
  if (address === undefined)
    throw invalid(field, 'is required: an absolute http or https address, to which the payer returns')
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw invalid(field, 'must be an absolute http or https address')
}

/** @throws GatewayError INVALID_REQUEST for a time that is not later than now */
export function checkFuture(atMs: unknown, field: string, nowMs: number): asserts atMs is number {
  if (!isMoment(atMs) || atMs <= nowMs) throw invalid(field, 'must be a time in the future, in epoch milliseconds')
}

/** The provider's minimum lifetime of an order, for both checkouts. Seconds. */
export const MIN_LIFE_SEC = 300

/** Maximum lifetime of an order that is paid on your page, and of an order of a hosted page or an app. Seconds (protocol §3.1, §4). */
const MAX_LIFE_SEC = { custom: 5_184_000, page: 3_600 } as const

export function checkExpireAfter(seconds: unknown, checkout: unknown): asserts seconds is number {
  const [maximum, where] =
    checkout === 'CUSTOM' ? [MAX_LIFE_SEC.custom, ''] : [MAX_LIFE_SEC.page, ` with the checkout ${checkout}`]
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < MIN_LIFE_SEC || seconds > maximum)
    throw invalid('expireAfter', `must be an integer number of seconds from ${MIN_LIFE_SEC} to ${maximum}${where}`)
}

/** The shape of one mail address, without a name and without line breaks. */
export const MAIL_ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/

/**
 * Refuses names that are not known, so that a misspelt field is not silently ignored.
 * @param where Prefix of the field in the error: `metaInfo.`, or nothing.
 * @throws GatewayError INVALID_REQUEST
 */
export function checkFields(given: object, known: readonly string[], where = ''): void {
  for (const [name, value] of Object.entries(given)) {
    if (known.includes(name) || value === undefined) continue
    const nearest = nearestName(name, known)
    const hint = nearest === undefined ? `known: ${known.join(', ')}` : `did you mean ${where}${nearest}?`
    throw invalid(where + name, `is not known; ${hint}`)
  }
}

/** Compared with the interfaces: a missing or an extra name is a type error. */
const START_FIELDS = Object.keys({
  reference: true,
  amount: true,
  checkout: true,
  redirectUrl: true,
  expireAfter: true,
  message: true,
  metaInfo: true,
  merchantUserId: true,
  merchantOrderId: true,
  replaces: true,
} satisfies { [Name in keyof OrderToStart | 'checkout' | 'redirectUrl']-?: true }) as (keyof StartOrder)[]

export const CHECKOUT_PROBLEM =
  "must be 'STANDARD' (the provider's page), 'CUSTOM' (your own), or 'MOBILE' or 'MOBILE_CUSTOM' (the provider's mobile SDK); a payment link has a call of its own"

const META_INFO_FIELDS = Array.from({ length: 15 }, (_, index) => `udf${index + 1}`)

/**
 * The order as it was when the call was made.
 * @throws GatewayError INVALID_REQUEST naming the field of `orders.start` that is wrong
 */
export function readStart(wanted: StartOrder): StartOrder {
  checkStart(wanted)
  const given = Object.fromEntries(START_FIELDS.map((name) => [name, copyOf(wanted[name])]))
  return defined(given) as unknown as StartOrder
}

function checkStart(wanted: StartOrder): void {
  if (typeof wanted !== 'object' || wanted === null) throw invalid('order', 'must be an object')
  checkFields(wanted, START_FIELDS)
  const { reference, amount, redirectUrl, checkout, merchantOrderId, expireAfter, merchantUserId, metaInfo, message } =
    wanted
  if (wanted.replaces !== undefined && typeof wanted.replaces !== 'boolean')
    throw invalid('replaces', 'must be true or false')
  checkReference(reference)
  checkAmount(amount)
  if (!STARTED_CHECKOUTS.includes(checkout)) throw invalid('checkout', CHECKOUT_PROBLEM)
  if (!isMobile(checkout) || redirectUrl !== undefined) checkAddress(redirectUrl, 'redirectUrl')
  if (merchantOrderId !== undefined) checkOrderId(merchantOrderId)
  if (expireAfter !== undefined) checkExpireAfter(expireAfter, checkout)
  if (merchantUserId !== undefined) checkUserId(merchantUserId)
  if (message !== undefined && typeof message !== 'string') throw invalid('message', 'must be a string')
  for (const [field, text] of Object.entries({ reference, redirectUrl, merchantUserId, message }))
    checkStorable(text, field)
  if (metaInfo !== undefined) checkMetaInfo(metaInfo)
}

/** The last five fields have an alphabet and a shorter maximum length of their own. */
const RESTRICTED_FIELDS: ReadonlySet<string> = new Set(META_INFO_FIELDS.slice(10))
const RESTRICTED_TEXT = /^[A-Za-z0-9_\- @.+]*$/

/** By the provider's rules: a custom checkout is sent later, when the payer pays, who could correct nothing. */
export function checkMetaInfo(metaInfo: unknown): void {
  if (typeof metaInfo !== 'object' || metaInfo === null || Array.isArray(metaInfo))
    throw invalid('metaInfo', 'must be an object')
  checkFields(metaInfo, META_INFO_FIELDS, 'metaInfo.')
  for (const [name, text] of Object.entries(metaInfo)) {
    if (text === undefined) continue
    const field = `metaInfo.${name}`
    const isRestricted = RESTRICTED_FIELDS.has(name)
    const maxLength = isRestricted ? 50 : 256
    if (typeof text !== 'string' || text.length > maxLength)
      throw invalid(field, `must be a string of at most ${maxLength} characters`)
    if (isRestricted && !RESTRICTED_TEXT.test(text))
      throw invalid(field, 'may contain only letters, digits, spaces and _ - @ . +')
    checkStorable(text, field)
  }
}
