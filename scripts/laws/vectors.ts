import type { Breach } from './breach.ts'
import type { Text } from './text.ts'

type Reader = 'sdk' | 'sandbox'

/**
 * Who must read which vectors, by the start of the file's path below `vectors/`; the first match decides. Default: both
 * sides, since a vector that one side ignores proves nothing about the pair.
 */
const READERS: readonly { starts: string; readers: readonly Reader[]; why: string }[] = [
  { starts: 'half-life', readers: ['sdk'], why: 'when to refresh is the client’s rule' },
  { starts: 'token', readers: ['sdk'], why: 'when to refresh is the client’s rule' },
  { starts: 'retry', readers: ['sdk'], why: 'the provider repeats no call' },
  { starts: 'backoff', readers: ['sdk'], why: 'the provider repeats no call' },
  { starts: 'poll', readers: ['sdk'], why: 'the provider polls nobody' },
  { starts: 'refund-sums', readers: ['sandbox'], why: 'the sum is guarded by the provider; the client keeps no books' },
  { starts: 'money', readers: ['sdk'], why: 'the sandbox takes integers only' },
]

export function vectorReaders(vectors: readonly string[], tests: readonly Text[]): Breach[] {
  return vectors.flatMap((vector) => {
    const rule = READERS.find(({ starts }) => vector.startsWith(starts))
    return (rule?.readers ?? ['sdk', 'sandbox']).flatMap((reader) => {
      const own = tests.filter(({ path }) => path.startsWith(`packages/${reader}/`))
      if (own.some(({ text }) => mentions(text, vector))) return []
      return [
        {
          file: `packages/contract/vectors/${vector}`,
          found: `no test in packages/${reader} reads it (${own.length} looked at)`,
          rule: 'every vector is read by both sides: that is what keeps them honest without shared code',
          way: `read it in a test of packages/${reader}, or add a line with the reason to READERS in scripts/laws/vectors.ts`,
        },
      ]
    })
  })
}

/** By its own name, or by its folder for a test that reads all of it. */
function mentions(text: string, vector: string): boolean {
  const folder = vector.includes('/') ? vector.slice(0, vector.lastIndexOf('/')) : undefined
  return text.includes(vector) || (folder !== undefined && new RegExp(`vectors/${folder}\\b`).test(text))
}
