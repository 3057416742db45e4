import { invalid } from './fields.ts'

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
