/** The `state` of a response: a known state, or `'UNKNOWN'` with the received state in `wireState`. */
export type WithState<State extends string> =
  | {
      /** The current state. */
      state: State
    }
  | {
      /** A state that this version does not know. */
      state: 'UNKNOWN'
      /** The state as received. */
      wireState: string
    }

/** A rail or instrument that this version does not know, with its fields as received. */
export interface UnknownVariant {
  /** Marks an unknown variant. */
  type: 'UNKNOWN'
  /** The type as received. */
  wireType: string
  /** Any other field, as received. */
  [field: string]: unknown
}

type Fields = { [field: string]: unknown }

/** Replaces an unknown `state` by `UNKNOWN` and keeps the original in `wireState`. Changes the object. */
export const normalizeState = (from: Fields, known: readonly string[]): void =>
  markUnknown(from, 'state', 'wireState', known)

/** Replaces an unknown `type` by `UNKNOWN` and keeps the original in `wireType`. Changes the object. */
export function normalizeType(value: unknown, known: readonly string[]): void {
  if (typeof value === 'object' && value !== null) markUnknown(value as Fields, 'type', 'wireType', known)
}

function markUnknown(from: Fields, field: string, wireField: string, known: readonly string[]): void {
  const value = from[field]
  if (typeof value === 'string' && known.includes(value)) return
  from[wireField] = typeof value === 'string' ? value : ''
  from[field] = 'UNKNOWN'
}

/** Amounts that arrive as strings of digits become integers (protocol §6.1). Changes the object. */
export function normalizeAmounts(from: Fields, fields: readonly string[]): void {
  for (const field of fields) {
    const value = from[field]
    if (typeof value === 'string' && /^\d{1,15}$/.test(value)) from[field] = Number(value)
  }
}
