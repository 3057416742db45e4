import type { Breach } from './breach.ts'
import { isTest, type Source } from './source.ts'

interface Arrow {
  from: RegExp
  never: RegExp
  /** Also through other files, not only directly. Types do not count: they vanish. */
  through?: true
  why: string
  way: string
}

const SDK = 'packages/sdk/src'
const SANDBOX = 'packages/sandbox/src'
const GATEWAY = 'packages/gateway/src'
const APIS = ['console-api', 'merchant-api', 'payer-api', 'callbacks-api']
const file = (path: string) => new RegExp(`^${path}`)

/** Which way the rooms inside a package point. */
const ARROWS: readonly Arrow[] = [
  {
    from: file(`${SDK}/nouns/`),
    never: file(`${SDK}/telemetry/`),
    why: 'nouns know no telemetry: events are derived from the call and its outcome, once',
    way: 'let telemetry/event.ts read it off the Call',
  },
  {
    from: file(`${SDK}/telemetry/`),
    never: file(`${SDK}/pipeline/send\\.ts`),
    through: true,
    why: 'telemetry is sent unwatched and unretried: through send it would report itself',
    way: 'send with with-token(attempt)',
  },
  {
    from: file(`${SDK}/token/token-grant\\.ts`),
    never: file(`${SDK}/pipeline/send\\.ts`),
    through: true,
    why: 'the token call carries no token: send needs the grant, never the other way round',
    way: 'use attempt',
  },
  {
    from: file(`${SDK}/calls/`),
    never: file(`${SDK}/(?:nouns|pipeline/(?:send|attempt)|transport|token|telemetry|watch|compat)`),
    why: 'calls are pure: a wire body in, a Call out; the native and the compat API both start here',
    way: 'move the effect to the pipeline, or the wrapper to the noun',
  },
  {
    from: file(`${SDK}/compat/`),
    never: file(`${SDK}/nouns/`),
    why: 'compat meets the native API at calls/: its requests already are wire bodies',
    way: 'start from the call that the noun uses',
  },
  {
    from: file(`${SDK}/(?:callbacks|checks|crypto)/`),
    never: file(`${SDK}/(?:nouns|pipeline|transport|token|telemetry|compat|client\\.ts)`),
    why: 'callbacks, checks and crypto know no resource and no network',
    way: 'take the value as an argument',
  },
  {
    from: file(`${SDK}/(?!undici\\.ts)`),
    never: file(`${SDK}/transport/undici\\.ts`),
    why: 'undici is loaded by its subpath alone: a merchant without it must not meet it',
    way: 'import it in src/undici.ts only',
  },
  {
    from: file(`${SDK}/(?!otel\\.ts)`),
    never: file(`${SDK}/watch/otel\\.ts`),
    why: 'OpenTelemetry is loaded by its subpath alone',
    way: 'import it in src/otel.ts only',
  },
  {
    from: file(`${SANDBOX}/domain/`),
    never: /^(?!packages\/sandbox\/src\/domain\/|@galla\/contract\/)/,
    why: 'the domain is pure: (state, command, now) gives state and events',
    way: 'take the value as an argument, or return an event and act on it outside',
  },
  {
    from: file('packages/contract/src/provider/'),
    never: file('packages/contract/src/(?:control|books)/'),
    why: 'the provider’s wire does not know ours',
    way: 'move the shared word to provider/ or to money.ts',
  },
  ...[...APIS, 'http'].map((room) => ({
    from: file(`${GATEWAY}/${room}/`),
    never: file(`${GATEWAY}/(?!${room}/)(?:${APIS.join('|')})/`),
    why: 'each API opens to somebody else: what one of them learns must not open another by accident',
    way: 'move what they share to http/',
  })),
]

export function arrows(sources: readonly Source[]): Breach[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  return sources.flatMap((source) =>
    isTest(source.path)
      ? []
      : ARROWS.filter(({ from }) => from.test(source.path)).flatMap(({ never, through, why, way }) => {
          const chain = findChain(byPath, source, never, through === true)
          if (!chain) return []
          return [{ file: source.path, line: chain.line, found: chain.found, rule: why, way }]
        }),
  )
}

function findChain(byPath: Map<string, Source>, start: Source, never: RegExp, through: boolean) {
  const seen = new Set<string>([start.path])
  const waiting = [{ source: start, found: '', line: 0 }]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    for (const imported of next.source.imports) {
      const line = next.line || imported.line
      const found = next.found ? `${next.found} → ${imported.target}` : `import of ${imported.target}`
      if (never.test(imported.target) && !(through && imported.typeOnly)) return { line, found }
      const source = byPath.get(imported.target)
      if (!through || !source || imported.typeOnly || seen.has(source.path)) continue
      seen.add(source.path)
      waiting.push({ source, found, line })
    }
  }
  return undefined
}
