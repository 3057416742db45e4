import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptCard, importCardKey } from './encrypt-card.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const key = { keyId: 7, publicKeyPem: keys.publicKey }
const input = { number: '4208 5851 9011 6667', expiry: '06 / 27', cvv: '508' }

/** Decrypts without the library's unpadding, which some versions of Node refuse for PKCS#1 v1.5. */
function decrypt(encrypted: string): { head: number[]; text: string } {
  const block = privateDecrypt(
    { key: keys.privateKey, padding: constants.RSA_NO_PADDING },
    Buffer.from(encrypted, 'base64'),
  )
  return { head: [...block.subarray(0, 2)], text: block.subarray(block.indexOf(0, 2) + 1).toString() }
}

describe('encryptCard', () => {
  it('encrypts number and CVV each on its own, with PKCS#1 v1.5 padding', async () => {
    const card = encryptCard(await importCardKey(key), input)
    expect(decrypt(card.encryptedCardNumber)).toEqual({ head: [0, 2], text: '4208585190116667' })
    expect(decrypt(card.encryptedCvv)).toEqual({ head: [0, 2], text: '508' })
    expect(card).toMatchObject({ encryptionKeyId: 7, expiry: { month: '06', year: '2027' } })
    expect(JSON.stringify(card)).not.toMatch(/4208|508"/)
  })

  it('returns different bytes on each call', async () => {
    const encryptor = await importCardKey(key)
    expect(encryptor.encrypt('508')).not.toBe(encryptor.encrypt('508'))
  })

  it('throws on an unusable key, without card data in the message', async () => {
    const encryptor = await importCardKey({ keyId: 1, publicKeyPem: 'not a key' })
    const attempt = () => encryptCard(encryptor, input)
    expect(attempt).toThrow(/key/)
    expect(attempt).not.toThrow(/4208|508/)
  })
})
