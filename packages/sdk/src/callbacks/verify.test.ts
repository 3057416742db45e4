import vectors from '@galla/contract/vectors/callback-classic.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { pickDigests } from './digests.ts'
import { matchClassic } from './verify.ts'

const digestOf = async (username: string, password: string) => pickDigests().sha256(`${username}:${password}`)

describe('matchClassic', () => {
  it.each(vectors.cases)('$name', async ({ username, password, authorization, valid }) => {
    const digests = [await digestOf(username, password)]
    expect(matchClassic(authorization, digests)).toBe(valid ? 0 : -1)
  })

  const digest = 'bc842c31a9e54efe320d30d948be61291f3ceee4766e36ab25fa65243cd76e0e'

  it.each([
    ['bare', digest],
    ['with spaces around', `  ${digest}\t`],
    ['as a scheme', `SHA256 ${digest}`],
    ['in the notation of the documentation', `SHA256(${digest})`],
    ['as a pair', `sha256=${digest}`],
  ])('accepts the digest %s', (_notation, header) => {
    expect(matchClassic(header, ['0'.repeat(64), digest])).toBe(1)
  })

  it.each([
    ['another scheme', `Bearer ${digest}`],
    ['another hash', `SHA512 ${digest}`],
    ['two digests', `${digest} ${digest}`],
    ['letters of another case', `SHA256 ${digest.toUpperCase()}`],
    ['a digest inside other text', `x${digest}x`],
  ])('rejects %s', (_notation, header) => {
    expect(matchClassic(header, [digest])).toBe(-1)
  })

  it('returns the index of the match, the last one of duplicates', () => {
    expect(matchClassic(digest, [digest, '1'.repeat(64), digest])).toBe(2)
    expect(matchClassic(digest, [])).toBe(-1)
  })
})
