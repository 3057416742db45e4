/** A life-cycle word that is known, or `'UNKNOWN'` with the wire's own word beside it: a new word is a branch, never a throw. */
export type WithState<State extends string> = { state: State } | { state: 'UNKNOWN'; wireState: string }

/** A kind of thing that this package does not know yet, with all that the wire said of it. */
export interface UnknownVariant {
  type: 'UNKNOWN'
  wireType: string
  [field: string]: unknown
}

type Fields = { [field: string]: unknown }

/** Rewrites an unknown `state` in place. */
export function readState(from: Fields, known: readonly string[]): void {
  const { state } = from
  if (typeof state === 'string' && known.includes(state)) return
  from.wireState = typeof state === 'string' ? state : ''
  from.state = 'UNKNOWN'
}

/** Rewrites an unknown `type` of a nested object in place. */
export function readType(value: unknown, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  const from = value as Fields
  if (typeof from.type === 'string' && known.includes(from.type)) return
  from.wireType = typeof from.type === 'string' ? from.type : ''
  from.type = 'UNKNOWN'
}

/** One page of the documentation calls amounts text: whole digits become the integer they are. */
export function readAmounts(from: Fields, fields: readonly string[]): void {
  for (const field of fields) {
    const value = from[field]
    if (typeof value === 'string' && /^\d{1,15}$/.test(value)) from[field] = Number(value)
  }
}
