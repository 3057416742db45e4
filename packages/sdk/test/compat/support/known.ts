import type { Difference } from './differences.ts'

/** A row of docs/differences.md, and how to recognise it. */
interface KnownDifference {
  readonly id: string
  matches(difference: Difference): boolean
}

interface RaisedOutcome {
  readonly classes?: readonly string[]
  readonly exception?: { readonly code?: string; readonly httpStatusCode?: number; readonly data?: unknown }
}

type Sequence = readonly string[]
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const is =
  (at: string, official: unknown, ours: unknown) =>
  (found: Difference): boolean =>
    found.at === at && same([found.official, found.ours], [official, ours])

/** True for a difference of request sequences for which the predicate holds. */
const sequences = (found: Difference, predicate: (official: Sequence, ours: Sequence) => boolean) =>
  found.at === 'sequence' && predicate(found.official as Sequence, found.ours as Sequence)

const hasCode = (found: Difference, code: string) => (found.ours as RaisedOutcome).exception?.code === code
const TOKEN = 'identity POST /v1/oauth/token'
const PUBLISHED = /^telemetry\.(?:data\.sdkVersion|clientVersion)$/

const KNOWN: readonly KnownDifference[] = [
  { id: 'version', matches: is('wire.headers.x-source-platform-version', '2.0.6', '2.0.1') },
  {
    id: 'version',
    matches: ({ at, official, ours }) => PUBLISHED.test(at) && same(String(official).replace('2.0.6', '2.0.1'), ours),
  },
  { id: 'accept-header', matches: is('wire.headers.accept', 'application/json, text/plain, */*', 'application/json') },
  {
    id: 'library-headers',
    matches: ({ at, ours }) => /^wire\.headers\.(?:user-agent|accept-encoding)$/.test(at) && ours === undefined,
  },
  { id: 'query-once', matches: ({ at, official, ours }) => at === 'wire.query' && official === `${ours}&${ours}` },
  {
    id: 'unauthorized-raised',
    matches: (found) =>
      sequences(found, (official, ours) => ours.at(-1) === TOKEN && same(official, [...ours, ours.at(-2)])),
  },
  {
    id: 'unauthorized-renewed-again',
    matches: (found) => sequences(found, (official, ours) => same(ours, [...official, TOKEN])),
  },
  {
    id: 'unreadable-reply',
    matches: (found) =>
      found.at === 'outcome' && 'class' in (found.official as object) && hasCode(found, 'INVALID_RESPONSE'),
  },
  {
    id: 'checked-before-sending',
    matches: (found) =>
      found.at === 'outcome'
        ? 'class' in (found.official as object) && hasCode(found, 'BAD_REQUEST')
        : sequences(found, (official, ours) => official.length > 0 && ours.length === 0),
  },
  {
    id: 'network-failure',
    matches: ({ at, official, ours }) =>
      at === 'outcome' &&
      same((official as RaisedOutcome).classes, ['AxiosError', 'Error']) &&
      same((ours as RaisedOutcome).classes, ['PhonePeException', 'Error']) &&
      (official as RaisedOutcome).exception?.code === (ours as RaisedOutcome).exception?.code,
  },
  {
    id: 'unusable-token',
    matches: (found) =>
      found.at === 'outcome'
        ? 'class' in (found.official as object) && hasCode(found, 'INVALID_RESPONSE')
        : sequences(found, (_, ours) => same(ours, [TOKEN])),
  },
  { id: 'unusable-token', matches: is('wire.headers.authorization', 'undefined token-1', 'O-Bearer token-1') },
  {
    id: 'callback-reason',
    matches: ({ at, official, ours }) =>
      at === 'outcome.exception.data' && official === undefined && 'hint' in (ours as object),
  },
  {
    id: 'callback-spelling',
    matches: ({ at, official, ours }) =>
      at === 'outcome' && (official as RaisedOutcome).exception?.httpStatusCode === 417 && 'result' in (ours as object),
  },
  {
    id: 'callback-unreadable',
    matches: ({ at, official, ours }) =>
      at === 'outcome' &&
      (same((official as RaisedOutcome).classes, ['SyntaxError', 'Error']) || 'class' in (official as object)) &&
      (ours as RaisedOutcome).exception?.httpStatusCode === 417,
  },
  {
    id: 'meta-info-refusal',
    matches: ({ at, official, ours }) =>
      at === 'outcome' &&
      same((official as RaisedOutcome).classes, ['Error']) &&
      same((ours as RaisedOutcome).classes?.slice(0, 1), ['BadRequest']),
  },
  {
    id: 'redirect-not-followed',
    matches: (found) =>
      found.at === 'outcome'
        ? (found.ours as RaisedOutcome).exception?.httpStatusCode === 302
        : sequences(found, (official, ours) => same(official.slice(0, -1), ours)),
  },
  {
    id: 'telemetry-failure',
    matches: is('telemetry.eventName', 'CREATE_SDK_ORDER_SUCCESS', 'CREATE_SDK_ORDER_FAILED'),
  },
  { id: 'telemetry-failure', matches: is('telemetry.data.eventState', 'SUCCESS', 'FAILED') },
  {
    id: 'telemetry-exception',
    matches: ({ at, official }) => at.startsWith('telemetry.data.exception') && official === undefined,
  },
]

export const KNOWN_IDS: readonly string[] = KNOWN.map(({ id }) => id)

/** Differences of the HTTP library, in every call. */
export const ALWAYS = ['accept-header', 'library-headers', 'query-once'] as const

/** The documented ids that explain the differences; an unexplained difference is printed in full. */
export function explain(found: readonly Difference[], within?: readonly string[]): string[] {
  const ids = found.map((one) => {
    const known = KNOWN.find(({ id, matches }) => (within === undefined || within.includes(id)) && matches(one))
    return known?.id ?? `unexplained: ${JSON.stringify(one)}`
  })
  return [...new Set(ids)].sort()
}
