import type { Paise } from '@galla/contract/money'
import type { AccountConstraint, MetaInfo } from '@galla/contract/provider/requests'
import type { Quirks } from '../quirks.ts'
import { badBody, badField } from '../responses/errors.ts'

/** A JSON object with unchecked fields. Every check below throws a ProviderError 400 that names the invalid field. */
export type Fields = { readonly [name: string]: unknown }

export function bodyFields(body: unknown): Fields {
  if (!isFields(body)) throw badBody()
  return body
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const ID = /^[A-Za-z0-9_-]{1,63}$/

/** An id of 1 to 63 letters, digits, `_` and `-` (protocol §3.1). */
export function checkId(value: unknown, field: string): string {
  const id = checkText(value, field)
  if (!ID.test(id)) throw badField(field, 'must have 1 to 63 characters out of A-Z, a-z, 0-9, _ and -.')
  return id
}

export function checkText(value: unknown, field: string): string {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
    throw badField(field, 'must not be blank.')
  }
  if (typeof value !== 'string') throw badField(field, 'must be text.')
  return value
}

export function optionalText(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw badField(field, 'must be text.')
  return value
}

/** An integer in paise of at least 100. */
export function checkAmount(value: unknown): Paise {
  if (value === undefined || value === null) throw badField('amount', 'must not be blank.')
  if (typeof value !== 'number' || !Number.isInteger(value)) throw badField('amount', 'must be an integer in paise.')
  if (value < 100) throw badField('amount', 'must be at least 100 paise.')
  if (!Number.isSafeInteger(value)) throw badField('amount', 'is too large.')
  return value as Paise
}

/** An integer in paise of at least `min`. */
export function checkPaise(value: unknown, field: string, min: number): Paise {
  if (value === undefined || value === null) throw badField(field, 'must not be blank.')
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw badField(field, 'must be an integer in paise.')
  if (value < min) throw badField(field, `must be at least ${min} paise.`)
  return value as Paise
}

/** Epoch milliseconds. A time in seconds would be in 1970. */
export function optionalTime(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1e12) {
    throw badField(field, 'must be a time in epoch milliseconds.')
  }
  return value
}

export function optionalSeconds(value: unknown, field: string, min: number, max: number): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value)) throw badField(field, 'must be an integer of seconds.')
  if (value < min || value > max) throw badField(field, `must be between ${min} and ${max} seconds.`)
  return value
}

export function optionalFlag(value: unknown, field: string): boolean {
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw badField(field, 'must be true or false.')
  return value
}

export function optionalFields(value: unknown, field: string): Fields | undefined {
  if (value === undefined || value === null) return undefined
  if (!isFields(value)) throw badField(field, 'must be an object.')
  return value
}

export function checkFields(value: unknown, field: string): Fields {
  const fields = optionalFields(value, field)
  if (!fields) throw badField(field, 'must not be null.')
  return fields
}

/** An absolute http or https URL. */
export function checkUrl(value: unknown, field: string): string {
  const text = checkText(value, field)
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text))
    throw badField(field, 'must be a valid http or https URL.')
  return text
}

const UDF = /^udf([1-9]|1[0-5])$/
const RESTRICTED_UDF = /^[a-zA-Z0-9_\- @.+]*$/

/** `metaInfo` (protocol §3.7): udf1 to udf10 are longer and unrestricted, udf11 to udf15 shorter and restricted. */
export function optionalMetaInfo(value: unknown): MetaInfo | undefined {
  const fields = optionalFields(value, 'metaInfo')
  for (const [key, text] of Object.entries(fields ?? {})) {
    const number = Number(UDF.exec(key)?.[1] ?? 0)
    const field = `metaInfo.${key}`
    if (number === 0) throw badField(field, 'is not known: the keys are udf1 to udf15.')
    if (text === undefined || text === null) continue
    if (typeof text !== 'string') throw badField(field, 'must be text.')
    const restricted = number > 10
    const maxChars = restricted ? 50 : 256
    if (text.length > maxChars) throw badField(field, `must not exceed ${maxChars} characters.`)
    if (restricted && !RESTRICTED_UDF.test(text))
      throw badField(field, 'may contain only letters, digits, space and _ - @ . +.')
  }
  return fields as MetaInfo | undefined
}

export function optionalConstraints(value: unknown): readonly AccountConstraint[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw badField('constraints', 'must be a list.')
  return value.map((entry: unknown, index) => {
    const field = `constraints[${index}]`
    const one = checkFields(entry, field)
    if (one.type !== 'ACCOUNT') throw badField(`${field}.type`, 'must be ACCOUNT.')
    const accountNumber = checkText(one.accountNumber, `${field}.accountNumber`)
    return { type: 'ACCOUNT', accountNumber, ifsc: checkText(one.ifsc, `${field}.ifsc`) }
  })
}

/**
 * Refuses fields that the protocol does not have, where the quirk asks for it.
 * @param at path of the object in the body, with its final dot
 */
export function checkKnownFields(
  fields: Fields,
  known: ReadonlySet<string>,
  { unknownFields }: Pick<Quirks, 'unknownFields'>,
  at = '',
): void {
  if (unknownFields === 'ignored') return
  for (const name of Object.keys(fields)) if (!known.has(name)) throw badField(at + name, 'is not known.')
}
