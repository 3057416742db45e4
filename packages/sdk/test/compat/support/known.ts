import type { Difference } from './differences.ts'

/** A row of docs/differences.md, and how it shows on the wire or to the caller. */
interface Known {
  readonly id: string
  shows(difference: Difference): boolean
}

interface Raised {
  readonly classes?: readonly string[]
  readonly facts?: { readonly code?: string; readonly httpStatusCode?: number; readonly data?: unknown }
}

type Sequence = readonly string[]
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const is =
  (at: string, official: unknown, ours: unknown) =>
  (found: Difference): boolean =>
    found.at === at && same([found.official, found.ours], [official, ours])

/** Ours as a sequence, where the difference is one of sequences. */
const sequences = (found: Difference, like: (official: Sequence, ours: Sequence) => boolean) =>
  found.at === 'sequence' && like(found.official as Sequence, found.ours as Sequence)

const raised = (found: Difference, code: string) => (found.ours as Raised).facts?.code === code
const TOKEN = 'identity POST /v1/oauth/token'
const PUBLISHED = /^telemetry\.(?:data\.sdkVersion|clientVersion)$/

const KNOWN: readonly Known[] = [
  { id: 'version', shows: is('wire.headers.x-source-platform-version', '2.0.6', '2.0.1') },
  {
    id: 'version',
    shows: ({ at, official, ours }) => PUBLISHED.test(at) && same(String(official).replace('2.0.6', '2.0.1'), ours),
  },
  { id: 'accept-header', shows: is('wire.headers.accept', 'application/json, text/plain, */*', 'application/json') },
  {
    id: 'library-headers',
    shows: ({ at, ours }) => /^wire\.headers\.(?:user-agent|accept-encoding)$/.test(at) && ours === undefined,
  },
  { id: 'query-once', shows: ({ at, official, ours }) => at === 'wire.query' && official === `${ours}&${ours}` },
  {
    id: 'unauthorized-raised',
    shows: (found) =>
      sequences(found, (official, ours) => ours.at(-1) === TOKEN && same(official, [...ours, ours.at(-2)])),
  },
  {
    id: 'unauthorized-renewed-again',
    shows: (found) => sequences(found, (official, ours) => same(ours, [...official, TOKEN])),
  },
  {
    id: 'unreadable-reply',
    shows: (found) =>
      found.at === 'outcome' && 'class' in (found.official as object) && raised(found, 'INVALID_RESPONSE'),
  },
  {
    id: 'checked-before-sending',
    shows: (found) =>
      found.at === 'outcome'
        ? 'class' in (found.official as object) && raised(found, 'BAD_REQUEST')
        : sequences(found, (official, ours) => official.length > 0 && ours.length === 0),
  },
  {
    id: 'network-failure',
    shows: ({ at, official, ours }) =>
      at === 'outcome' &&
      same((official as Raised).classes, ['AxiosError', 'Error']) &&
      same((ours as Raised).classes, ['PhonePeException', 'Error']) &&
      (official as Raised).facts?.code === (ours as Raised).facts?.code,
  },
  {
    id: 'unusable-token',
    shows: (found) =>
      found.at === 'outcome'
        ? 'class' in (found.official as object) && raised(found, 'INVALID_RESPONSE')
        : sequences(found, (_, ours) => same(ours, [TOKEN])),
  },
  { id: 'unusable-token', shows: is('wire.headers.authorization', 'undefined token-1', 'O-Bearer token-1') },
  {
    id: 'callback-reason',
    shows: ({ at, official, ours }) =>
      at === 'outcome.facts.data' && official === undefined && 'hint' in (ours as object),
  },
  {
    id: 'callback-spelling',
    shows: ({ at, official, ours }) =>
      at === 'outcome' && (official as Raised).facts?.httpStatusCode === 417 && 'answered' in (ours as object),
  },
  {
    id: 'callback-unreadable',
    shows: ({ at, official, ours }) =>
      at === 'outcome' &&
      (same((official as Raised).classes, ['SyntaxError', 'Error']) || 'class' in (official as object)) &&
      (ours as Raised).facts?.httpStatusCode === 417,
  },
  {
    id: 'meta-info-refusal',
    shows: ({ at, official, ours }) =>
      at === 'outcome' &&
      same((official as Raised).classes, ['Error']) &&
      same((ours as Raised).classes?.slice(0, 1), ['BadRequest']),
  },
  {
    id: 'redirect-not-followed',
    shows: (found) =>
      found.at === 'outcome'
        ? (found.ours as Raised).facts?.httpStatusCode === 302
        : sequences(found, (official, ours) => same(official.slice(0, -1), ours)),
  },
  { id: 'telemetry-failure', shows: is('telemetry.eventName', 'CREATE_SDK_ORDER_SUCCESS', 'CREATE_SDK_ORDER_FAILED') },
  { id: 'telemetry-failure', shows: is('telemetry.data.eventState', 'SUCCESS', 'FAILED') },
  {
    id: 'telemetry-exception',
    shows: ({ at, official }) => at.startsWith('telemetry.data.exception') && official === undefined,
  },
]

export const KNOWN_IDS: readonly string[] = KNOWN.map(({ id }) => id)

/** Of the HTTP library: in every call of any kind. */
export const ALWAYS = ['accept-header', 'library-headers', 'query-once'] as const

/** The documented ids that explain what was found; what nothing explains is told in full. */
export function explain(found: readonly Difference[], within?: readonly string[]): string[] {
  const told = found.map((one) => {
    const known = KNOWN.find(({ id, shows }) => (within === undefined || within.includes(id)) && shows(one))
    return known?.id ?? `unexplained: ${JSON.stringify(one)}`
  })
  return [...new Set(told)].sort()
}
