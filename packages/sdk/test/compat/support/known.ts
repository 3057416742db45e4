import type { Difference } from './differences.ts'

/** A row of docs/differences.md, and how it shows on the wire or to the caller. */
interface Known {
  readonly id: string
  shows(difference: Difference): boolean
}

const is =
  (at: string, official: unknown, ours: unknown) =>
  (found: Difference): boolean =>
    found.at === at && JSON.stringify([found.official, found.ours]) === JSON.stringify([official ?? null, ours ?? null])

const KNOWN: readonly Known[] = [
  { id: 'version-header', shows: is('wire.headers.x-source-platform-version', '2.0.6', '2.0.1') },
  { id: 'accept-header', shows: is('wire.headers.accept', 'application/json, text/plain, */*', 'application/json') },
  {
    id: 'library-headers',
    shows: ({ at, ours }) => /^wire\.headers\.(?:user-agent|accept-encoding)$/.test(at) && ours === undefined,
  },
  { id: 'query-once', shows: ({ at, official, ours }) => at === 'wire.query' && official === `${ours}&${ours}` },
]

/** The documented ids that explain what was found; what nothing explains is told in full. */
export function explain(found: readonly Difference[]): string[] {
  const told = found.map((one) => KNOWN.find(({ shows }) => shows(one))?.id ?? `unexplained: ${JSON.stringify(one)}`)
  return [...new Set(told)].sort()
}
