import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** A payer may return late from the bank: the token outlives the order's expiry by this much. Milliseconds. */
const AFTER_EXPIRY_MS = 3_600_000

/** Longest token that is parsed. */
const MAX_CHARACTERS = 512

export interface PayerTokens {
  /** Valid for this order only, until an hour after its expiry. */
  sign(merchantOrderId: string, expiresAtMs: number): string
  /** Why the token is not valid for this order; undefined when it is. */
  refuse(token: string, merchantOrderId: string, nowMs: number): TokenRefusal | undefined
  /** Names the cart of a payer who comes back, in whichever browser. Equal references have equal texts. */
  signReturn(reference: string): string
  /** The reference of such a text; undefined when it was not signed with this secret. */
  readReturn(signed: string): string | undefined
  /** Keyed digest of what names a payer: equal texts are recognised, the text cannot be read from it. */
  digest(text: string): string
}

export type TokenRefusal = 'unreadable' | 'forged' | 'other-order' | 'expired'

/**
 * Tokens of the form `g1.<order>.<valid until>.<HMAC-SHA256>`. The signature covers order and time. Nothing is stored:
 * every replica with the same secret verifies them.
 */
export function payerTokens(secret: string): PayerTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'galla', 'order token', 32))
  const digestKey = new Uint8Array(hkdfSync('sha256', secret, 'galla', 'payer digest', 32))
  const returnKey = new Uint8Array(hkdfSync('sha256', secret, 'galla', 'return address', 32))
  const macOf = (claims: string, by = key) => createHmac('sha256', by).update(claims).digest()
  const isSigned = (mac: string, claims: string, by = key): boolean => {
    const given = Buffer.from(mac, 'base64url')
    const wanted = macOf(claims, by)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }

  return {
    digest: (text) => createHmac('sha256', digestKey).update(text).digest('base64url'),
    sign(merchantOrderId, expiresAtMs) {
      const claims = `g1.${Buffer.from(merchantOrderId).toString('base64url')}.${(expiresAtMs + AFTER_EXPIRY_MS).toString(36)}`
      return `${claims}.${macOf(claims).toString('base64url')}`
    },
    signReturn(reference) {
      const claims = `r1.${Buffer.from(reference).toString('base64url')}`
      return `${claims}.${macOf(claims, returnKey).toString('base64url')}`
    },
    readReturn(signed) {
      const parts = /^(r1\.([\w-]{1,1067}))\.([\w-]{43})$/.exec(signed)
      const [, claims, reference, mac] = parts ?? []
      if (claims === undefined || reference === undefined || mac === undefined) return undefined
      return isSigned(mac, claims, returnKey) ? Buffer.from(reference, 'base64url').toString() : undefined
    },
    refuse(token, merchantOrderId, nowMs) {
      const parts = /^(g1\.([\w-]+)\.([0-9a-z]{1,11}))\.([\w-]{43})$/.exec(token.slice(0, MAX_CHARACTERS + 1))
      const [, claims, order, until, mac] = parts ?? []
      if (claims === undefined || order === undefined || until === undefined || mac === undefined) return 'unreadable'
      if (!isSigned(mac, claims)) return 'forged'
      if (Buffer.from(order, 'base64url').toString() !== merchantOrderId) return 'other-order'
      return Number.parseInt(until, 36) > nowMs ? undefined : 'expired'
    },
  }
}
