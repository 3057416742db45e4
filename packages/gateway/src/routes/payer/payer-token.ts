import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** A payer may come back from the bank late: so long after the order's expiry its token is still good. Milliseconds. */
const AFTER_EXPIRY_MS = 3_600_000

/** Longest token that is looked at; ours are well below. */
const MAX_CHARACTERS = 512

export interface PayerTokens {
  /** Good for this order alone, until its expiry plus an hour. */
  sign(merchantOrderId: string, expiresAtMs: number): string
  /** Why the token does not open this order, or nothing. */
  refuse(token: string, merchantOrderId: string, nowMs: number): TokenRefusal | undefined
}

export type TokenRefusal = 'unreadable' | 'forged' | 'other-order' | 'expired'

/**
 * Tokens of shape `g1.<order>.<good until>.<HMAC-SHA256>`. The order and the time are under the signature; nothing is
 * stored, so every replica with the same secret knows them.
 */
export function payerTokens(secret: string): PayerTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'galla', 'order token', 32))
  const macOf = (claims: string) => createHmac('sha256', key).update(claims).digest()

  return {
    sign(merchantOrderId, expiresAtMs) {
      const claims = `g1.${Buffer.from(merchantOrderId).toString('base64url')}.${(expiresAtMs + AFTER_EXPIRY_MS).toString(36)}`
      return `${claims}.${macOf(claims).toString('base64url')}`
    },
    refuse(token, merchantOrderId, nowMs) {
      const parts = /^(g1\.([\w-]+)\.([0-9a-z]{1,11}))\.([\w-]{43})$/.exec(token.slice(0, MAX_CHARACTERS + 1))
      const [, claims, order, until, mac] = parts ?? []
      if (claims === undefined || order === undefined || until === undefined || mac === undefined) return 'unreadable'
      const given = Buffer.from(mac, 'base64url')
      const wanted = macOf(claims)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'forged'
      if (Buffer.from(order, 'base64url').toString() !== merchantOrderId) return 'other-order'
      return Number.parseInt(until, 36) > nowMs ? undefined : 'expired'
    },
  }
}
