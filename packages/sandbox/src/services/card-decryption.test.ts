import { constants, publicEncrypt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decryptDigits, unpad } from './card-decryption.ts'
import { SANDBOX_PUBLIC_KEY_PEM } from './card-key.ts'

const key = { key: SANDBOX_PUBLIC_KEY_PEM, padding: constants.RSA_PKCS1_PADDING }
const encrypt = (text: string) => publicEncrypt(key, Buffer.from(text)).toString('base64')

test('decrypts digits that were encrypted with the public key', () => {
  expect(decryptDigits(encrypt('4208585190116667'))).toBe('4208585190116667')
  expect(encrypt('508')).toHaveLength(684)
})

test.each([
  ['letters', encrypt('42x')],
  ['an empty plaintext', encrypt('')],
  [
    'another padding',
    publicEncrypt({ ...key, padding: constants.RSA_PKCS1_OAEP_PADDING }, Buffer.from('508')).toString('base64'),
  ],
  ['another length', 'AAAA'],
  ['text that is not Base64', '*'],
  ['an empty text', ''],
])('does not decrypt %s', (_, encrypted) => expect(decryptDigits(encrypted)).toBeUndefined())

describe('unpad', () => {
  const block = (...bytes: number[]) => Uint8Array.from(bytes)
  const eight = [1, 2, 3, 4, 5, 6, 7, 8]
  test('returns the text after 00 02, at least eight bytes, 00', () => {
    expect(unpad(block(0, 2, ...eight, 0, 0x35, 0x30))).toBe('50')
    expect(unpad(block(0, 2, ...eight, 9, 0, 0x35))).toBe('5')
  })
  test.each([
    ['another first byte', [1, 2, ...eight, 0, 0x35]],
    ['another block type', [0, 1, ...eight, 0, 0x35]],
    ['fewer than eight padding bytes', [0, 2, 1, 2, 3, 4, 5, 6, 7, 0, 0x35]],
    ['no final zero', [0, 2, ...eight, 9, 9]],
  ])('refuses %s', (_, bytes) => expect(unpad(block(...bytes))).toBeUndefined())
})
