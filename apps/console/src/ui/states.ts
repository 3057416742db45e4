export type Tone = 'good' | 'wait' | 'bad' | 'neutral'
export type Shape = 'done' | 'half' | 'open' | 'cross' | 'hand' | 'twice' | 'doubt'

interface Mark {
  word: string
  tone: Tone
  shape: Shape
}

type Marks = { readonly [state: string]: Mark }

const paid: Mark = { word: 'Completed', tone: 'good', shape: 'done' }
const failed: Mark = { word: 'Failed', tone: 'bad', shape: 'cross' }
const pending: Mark = { word: 'Pending', tone: 'wait', shape: 'half' }
const needsReview: Mark = { word: 'Needs a person', tone: 'bad', shape: 'hand' }

/** Every state that the console shows: its word, its colour, its shape. */
export const STATES = {
  order: {
    CREATED: { word: 'Created', tone: 'neutral', shape: 'open' },
    PENDING: pending,
    COMPLETED: paid,
    FAILED: failed,
    PARKED: needsReview,
  },
  refund: {
    REQUESTED: { word: 'Requested', tone: 'neutral', shape: 'open' },
    PENDING: pending,
    CONFIRMED: { word: 'Confirmed', tone: 'wait', shape: 'half' },
    COMPLETED: { word: 'Refunded', tone: 'good', shape: 'done' },
    FAILED: failed,
    IN_DOUBT: { word: 'Reply lost', tone: 'wait', shape: 'doubt' },
  },
  callback: {
    accepted: { word: 'Accepted', tone: 'good', shape: 'done' },
    duplicate: { word: 'Duplicate', tone: 'neutral', shape: 'twice' },
    refused: { word: 'Refused', tone: 'bad', shape: 'cross' },
  },
  effect: {
    waiting: { word: 'Waiting', tone: 'wait', shape: 'half' },
    done: { word: 'Done', tone: 'good', shape: 'done' },
    unheard: { word: 'No handler', tone: 'neutral', shape: 'open' },
    needsReview,
  },
  /** By `ApiCall.outcome`; a call without one went well: `ok`. */
  call: {
    ok: { word: 'OK', tone: 'good', shape: 'done' },
    'not-sent': { word: 'Not sent', tone: 'neutral', shape: 'open' },
    rejected: { word: 'Rejected', tone: 'bad', shape: 'cross' },
    unknown: { word: 'Unknown', tone: 'wait', shape: 'doubt' },
  },
  check: { ok: { word: 'OK', tone: 'good', shape: 'done' }, broken: { word: 'Broken', tone: 'bad', shape: 'cross' } },
} as const satisfies { readonly [kind: string]: Marks }

export type StateKind = keyof typeof STATES

/** A word that is not known here is shown as it came, and never as a success. */
export function markOf(kind: StateKind, state: string): Mark {
  const marks: Marks = STATES[kind]
  return (Object.hasOwn(marks, state) ? marks[state] : undefined) ?? { word: state, tone: 'neutral', shape: 'doubt' }
}
