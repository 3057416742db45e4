import { generateKeyPairSync, type KeyPairKeyObjectResult, sign } from 'node:crypto'

export type Claims = { readonly [claim: string]: unknown }

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const decode = (part = '') =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as { [claim: string]: unknown }

/** The keys of this file's tests. To make one takes as much CPU as several tests. */
const pairs = new Map<string, KeyPairKeyObjectResult>()

function pairOf(kid: string): KeyPairKeyObjectResult {
  const pair = pairs.get(kid) ?? generateKeyPairSync('rsa', { modulusLength: 2_048 })
  pairs.set(kid, pair)
  return pair
}

/** A key in place of the provider's; the same one for the same `kid`. */
export function ownKey(kid = 'own') {
  const { publicKey, privateKey } = pairOf(kid)
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
  const signed = (claims: Claims) => {
    const text = `${encode({ alg: 'RS256', kid })}.${encode(claims)}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  return { jwk, jwks: JSON.stringify({ keys: [jwk] }), signed }
}
