import vectors from '@galla/contract/vectors/callback-classic.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { pickDigests } from '../crypto/digests.ts'
import { matchClassic } from './classic.ts'

const digestOf = async (username: string, password: string) => pickDigests().sha256(`${username}:${password}`)

describe('the classic authorization', () => {
  it.each(vectors.cases)('$name', async ({ username, password, authorization, valid }) => {
    const digests = [await digestOf(username, password)]
    expect(matchClassic(authorization, digests)).toBe(valid ? 0 : -1)
  })

  const digest = 'bc842c31a9e54efe320d30d948be61291f3ceee4766e36ab25fa65243cd76e0e'

  it.each([
    ['bare', digest],
    ['with spaces around', `  ${digest}\t`],
    ['as a scheme', `SHA256 ${digest}`],
    ['as the documentation writes it', `SHA256(${digest})`],
    ['as a pair', `sha256=${digest}`],
  ])('spelled %s', (_how, header) => {
    expect(matchClassic(header, ['0'.repeat(64), digest])).toBe(1)
  })

  it.each([
    ['another scheme', `Bearer ${digest}`],
    ['another hash', `SHA512 ${digest}`],
    ['two digests', `${digest} ${digest}`],
    ['letters of another case', `SHA256 ${digest.toUpperCase()}`],
    ['a digest inside a text', `x${digest}x`],
  ])('refuses %s', (_how, header) => {
    expect(matchClassic(header, [digest])).toBe(-1)
  })

  it('says which of several fits, the last when one stands there twice', () => {
    expect(matchClassic(digest, [digest, '1'.repeat(64), digest])).toBe(2)
    expect(matchClassic(digest, [])).toBe(-1)
  })
})
