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
