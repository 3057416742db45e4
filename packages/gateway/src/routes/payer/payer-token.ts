import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** A payer may return late from the bank: the token outlives the order's expiry by this much. Milliseconds. */
const AFTER_EXPIRY_MS = 3_600_000

/** Life of a token of a subscription, whose payer the merchant's server has recognised just now. Milliseconds. */
const SUBSCRIPTION_LIFE_MS = 24 * 3_600_000

/** Longest token that is parsed. */
const MAX_CHARACTERS = 512

export interface PayerTokens {
  /** Valid for this order only, until an hour after its expiry. */
  sign(merchantOrderId: string, expiresAtMs: number): string
  /** Why the token is not valid for this order; undefined when it is. */
  refuse(token: string, merchantOrderId: string, nowMs: number): TokenRefusal | undefined
  /** Valid for this subscription only, for a day. */
  signSubscription(subscriptionId: string, nowMs: number): string
  /** Why the token is not valid for this subscription; undefined when it is. */
  refuseSubscription(token: string, subscriptionId: string, nowMs: number): TokenRefusal | undefined
  /** Names the cart of a payer who comes back, in whichever browser. Equal references have equal texts. */
  signReturn(reference: string): string
  /** The reference of such a text; undefined when it was not signed with this secret. */
  readReturn(signed: string): string | undefined
  /** Keyed digest of what names a payer: equal texts are recognised, the text cannot be read from it. */
  digest(text: string): string
}

export type TokenRefusal = 'unreadable' | 'forged' | 'other-subject' | 'expired'

/**
 * Tokens of the form `g1.<order>.<valid until>.<HMAC-SHA256>`, and `s1.<subscription>.…` with a key of its own. The signature covers subject
 * and time. Nothing is stored: every replica with the same secret verifies them.
 */
export function payerTokens(secret: string): PayerTokens {
  const keyFor = (use: string) => new Uint8Array(hkdfSync('sha256', secret, 'galla', use, 32))
  const digestKey = keyFor('payer digest')
  const returnKey = keyFor('return address')
  const orders = subjectTokens('g1', keyFor('order token'))
  const subscriptions = subjectTokens('s1', keyFor('subscription token'))

  return {
    digest: (text) => createHmac('sha256', digestKey).update(text).digest('base64url'),
    sign: (merchantOrderId, expiresAtMs) => orders.sign(merchantOrderId, expiresAtMs + AFTER_EXPIRY_MS),
    refuse: orders.refuse,
    signSubscription: (subscriptionId, nowMs) => subscriptions.sign(subscriptionId, nowMs + SUBSCRIPTION_LIFE_MS),
    refuseSubscription: subscriptions.refuse,
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
  }
}

/** Tokens of one kind of subject, which are valid until a time. */
function subjectTokens(kind: 'g1' | 's1', key: Uint8Array) {
  const form = new RegExp(`^(${kind}\\.([\\w-]+)\\.([0-9a-z]{1,11}))\\.([\\w-]{43})$`)
  return {
    sign(id: string, untilMs: number): string {
      const claims = `${kind}.${Buffer.from(id).toString('base64url')}.${untilMs.toString(36)}`
      return `${claims}.${macOf(claims, key).toString('base64url')}`
    },
    refuse(token: string, id: string, nowMs: number): TokenRefusal | undefined {
      const parts = form.exec(token.slice(0, MAX_CHARACTERS + 1))
      const [, claims, subject, until, mac] = parts ?? []
      if (claims === undefined || subject === undefined || until === undefined || mac === undefined) return 'unreadable'
      if (!isSigned(mac, claims, key)) return 'forged'
      if (Buffer.from(subject, 'base64url').toString() !== id) return 'other-subject'
      return Number.parseInt(until, 36) > nowMs ? undefined : 'expired'
    },
  }
}

const macOf = (claims: string, by: Uint8Array) => createHmac('sha256', by).update(claims).digest()

function isSigned(mac: string, claims: string, by: Uint8Array): boolean {
  const given = Buffer.from(mac, 'base64url')
  const wanted = macOf(claims, by)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
