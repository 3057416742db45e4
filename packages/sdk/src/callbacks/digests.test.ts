import { webcrypto } from 'node:crypto'
import classic from '@galla/contract/vectors/callback-classic.json' with { type: 'json' }
import hmac from '@galla/contract/vectors/callback-hmac.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constantTimeEqual, pickDigests, webDigests } from './digests.ts'

const web = webDigests(webcrypto.subtle as typeof globalThis.crypto.subtle)
const node = pickDigests()

describe.each([
  ['Node', node],
  ['WebCrypto', web],
])('digests by %s', (_name, digests) => {
  it.each(classic.cases.filter(({ valid }) => valid))(
    'classic: $name',
    async ({ username, password, authorization }) => {
      expect(await digests.sha256(`${username}:${password}`)).toBe(authorization)
    },
  )

  it.each(hmac.cases.filter(({ valid, bodyRepeat }) => valid && !bodyRepeat))(
    'HMAC: $name',
    async ({ secretKey, body, bodyBase64, signature }) => {
      const bytes = bodyBase64 ? Buffer.from(bodyBase64, 'base64') : (body ?? '')
      expect(await digests.hmacSha256(secretKey)(bytes)).toBe(signature)
    },
  )
})

describe('Node and WebCrypto digests', () => {
  it('are equal for any key and bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.uint8Array(), async (key, bytes) => {
        expect(await web.hmacSha256(key)(bytes)).toBe(await node.hmacSha256(key)(bytes))
        expect(await web.sha256(key)).toBe(await node.sha256(key))
      }),
    )
  })

  it('sign a string as UTF-8, and a view only over its own bytes', async () => {
    const bytes = Buffer.from('xxचाय').subarray(2)
    for (const digests of [node, web]) {
      const sign = digests.hmacSha256('key')
      expect(await sign(bytes)).toBe(await sign('चाय'))
    }
  })

  it('are synchronous on Node', () => {
    expect(node.sha256('x')).toHaveLength(64)
  })
})

describe('constantTimeEqual', () => {
  it('agrees with ===', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (a, b) => constantTimeEqual(a, b) === (a === b),
      ),
    )
  })

  it('detects a difference in any position', () => {
    const inText = fc
      .string({ minLength: 1 })
      .chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length - 1), fc.integer({ min: 1, max: 0xffff })))
    fc.assert(
      fc.property(inText, ([text, at, change]) => {
        const other = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ change) + text.slice(at + 1)
        return constantTimeEqual(text, text) && !constantTimeEqual(text, other)
      }),
    )
  })
})
