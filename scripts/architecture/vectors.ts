import type { Text } from './files.ts'
import type { Violation } from './violation.ts'

type Reader = 'sdk' | 'sandbox'

/**
 * Packages whose tests must read a vector, by the start of its path below `vectors/`; the first match decides. Default:
 * both, since a vector that one side ignores proves nothing about the pair.
 */
const READERS: readonly { starts: string; readers: readonly Reader[]; why: string }[] = [
  { starts: 'half-life', readers: ['sdk'], why: 'the client decides when to refresh a token' },
  { starts: 'token', readers: ['sdk'], why: 'the client decides when to refresh a token' },
  { starts: 'retry', readers: ['sdk'], why: 'the provider retries no request' },
  { starts: 'backoff', readers: ['sdk'], why: 'the provider retries no request' },
  { starts: 'poll', readers: ['sdk'], why: 'the provider polls no one' },
  { starts: 'refund-sums', readers: ['sandbox'], why: 'the provider checks the sum; the client stores no orders' },
  { starts: 'money', readers: ['sdk'], why: 'the sandbox takes integers only' },
]

export function vectorReaders(vectors: readonly string[], tests: readonly Text[]): Violation[] {
  return vectors.flatMap((vector) => {
    const { readers } = READERS.find(({ starts }) => vector.startsWith(starts)) ?? { readers: ['sdk', 'sandbox'] }
    return readers
      .filter(
        (reader) => !tests.some(({ path, text }) => path.startsWith(`packages/${reader}/`) && mentions(text, vector)),
      )
      .map((reader) => ({
        file: `packages/contract/vectors/${vector}`,
        found: `no test in packages/${reader} reads it`,
        rule: 'sdk and sandbox share no code: every vector is read by both',
        fix: `read it in a test of packages/${reader}, or add it to READERS in scripts/architecture/vectors.ts with the reason`,
      }))
  })
}

/** By its own name, or by its folder in a test that reads all of it. */
function mentions(text: string, vector: string): boolean {
  const folder = /^(.+)\//.exec(vector)?.[1]
  return text.includes(vector) || (folder !== undefined && new RegExp(`vectors/${folder}\\b`).test(text))
}
