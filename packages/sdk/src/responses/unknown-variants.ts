/** The `state` of a response: a known state, or `'UNKNOWN'` with the received one in `wireState`. */
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
export function normalizeState(from: Fields, known: readonly string[]): void {
  const { state } = from
  if (typeof state === 'string' && known.includes(state)) return
  from.wireState = typeof state === 'string' ? state : ''
  from.state = 'UNKNOWN'
}

/** Replaces an unknown `type` by `UNKNOWN` and keeps the original in `wireType`. Changes the object. */
export function normalizeType(value: unknown, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  const from = value as Fields
  if (typeof from.type === 'string' && known.includes(from.type)) return
  from.wireType = typeof from.type === 'string' ? from.type : ''
  from.type = 'UNKNOWN'
}

/** Amounts that arrive as strings of digits become integers (protocol §6.1). Changes the object. */
export function normalizeAmounts(from: Fields, fields: readonly string[]): void {
  for (const field of fields) {
    const value = from[field]
    if (typeof value === 'string' && /^\d{1,15}$/.test(value)) from[field] = Number(value)
  }
}
