import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptDigits } from './encrypt.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

it('pads by PKCS#1 v1.5, with other padding bytes each time', () => {
  const [one, two] = [encryptDigits(keys.publicKey, '508'), encryptDigits(keys.publicKey, '508')]
  expect(one).not.toBe(two)
  const block = privateDecrypt({ key: keys.privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(one, 'base64'))
  expect([...block.subarray(0, 2)]).toEqual([0, 2])
  expect(block.subarray(block.indexOf(0, 2) + 1).toString()).toBe('508')
})

it('refuses a key that is none, without a word of the digits', () => {
  const attempt = () => encryptDigits('not a key', '4208585190116667')
  expect(attempt).toThrow(/key/)
  expect(attempt).not.toThrow(/4208/)
})
