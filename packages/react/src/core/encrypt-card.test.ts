import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openSeal, sealCard } from './encrypt-card.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const key = { keyId: 7, publicKeyPem: keys.publicKey }
const typed = { number: '4208 5851 9011 6667', expiry: '06 / 27', cvv: '508' }

/** Opened by hand: some versions of Node refuse to undo this padding by themselves. */
function opened(sealed: string): { head: number[]; text: string } {
  const block = privateDecrypt(
    { key: keys.privateKey, padding: constants.RSA_NO_PADDING },
    Buffer.from(sealed, 'base64'),
  )
  return { head: [...block.subarray(0, 2)], text: block.subarray(block.indexOf(0, 2) + 1).toString() }
}

describe('a sealed card', () => {
  it('holds number and CVV each on its own, padded by PKCS#1 v1.5, readable by the provider alone', async () => {
    const card = sealCard(await openSeal(key), key, typed)
    expect(opened(card.encryptedCardNumber)).toEqual({ head: [0, 2], text: '4208585190116667' })
    expect(opened(card.encryptedCvv)).toEqual({ head: [0, 2], text: '508' })
    expect(card).toMatchObject({ encryptionKeyId: 7, expiry: { month: '06', year: '2027' } })
    expect(JSON.stringify(card)).not.toMatch(/4208|508"/)
  })

  it('is other bytes each time', async () => {
    const seal = await openSeal(key)
    expect(seal('508')).not.toBe(seal('508'))
  })

  it('does not come of a key that is none, and the error says nothing of the card', async () => {
    const broken = { keyId: 1, publicKeyPem: 'not a key' }
    const seal = await openSeal(broken)
    const attempt = () => sealCard(seal, broken, typed)
    expect(attempt).toThrow(/key/)
    expect(attempt).not.toThrow(/4208|508/)
  })
})
