import { createHmac, timingSafeEqual } from 'node:crypto'

/** Lifetime of one access token in epoch seconds, as on the wire. */
export interface TokenLifetime {
  readonly issuedAtSec: number
  readonly expiresAtSec: number
}

/** Short, so that a day of development exercises the client's token refresh. */
export const DEFAULT_TOKEN_LIFE_SEC = 3600

/** Signed access tokens that carry their own lifetime, so that they stay valid across a restart of the sandbox. */
export interface AccessTokens {
  issue(lifetime: TokenLifetime): string
  isValid(token: string, nowMs: number): boolean
  /** Invalidates every token issued so far. */
  revokeAll(): void
}

/** Number of verified tokens to cache, so that most requests skip the signature check. */
const MAX_CACHED = 1_000

export function createAccessTokens(seed: string, merchantId: string, next: () => number): AccessTokens {
  const verified = new Map<string, TokenLifetime>()
  let epoch = 0
  const sign = (text: string): string => createHmac('sha256', `${seed}\n${epoch}`).update(text).digest('base64url')

  const verify = (token: string): TokenLifetime | undefined => {
    const dot = token.lastIndexOf('.')
    const given = Buffer.from(token.slice(dot + 1))
    const expected = Buffer.from(sign(token.slice(0, Math.max(0, dot))))
    if (dot < 1 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const lifetime = parseLifetime(token.split('.')[1] ?? '')
    if (lifetime) {
      if (verified.size >= MAX_CACHED) verified.clear()
      verified.set(token, lifetime)
    }
    return lifetime
  }

  return {
    issue({ issuedAtSec, expiresAtSec }) {
      const header = encode({ alg: 'HS256' })
      const payload = encode({ merchantId, issuedAt: issuedAtSec, expiresOn: expiresAtSec * 1000, serial: next() })
      return `${header}.${payload}.${sign(`${header}.${payload}`)}`
    },
    isValid(token, nowMs) {
      const lifetime = verified.get(token) ?? verify(token)
      return lifetime !== undefined && nowMs < lifetime.expiresAtSec * 1000
    },
    revokeAll() {
      epoch++
      verified.clear()
    },
  }
}

/** The lifetime of a token that is issued now. */
export function tokenLifetime(nowMs: number, lifeSec: number): TokenLifetime {
  const issuedAtSec = Math.floor(nowMs / 1000)
  return { issuedAtSec, expiresAtSec: issuedAtSec + lifeSec }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function parseLifetime(encoded: string): TokenLifetime | undefined {
  try {
    const { issuedAt, expiresOn } = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as {
      [key: string]: unknown
    }
    return typeof issuedAt === 'number' && typeof expiresOn === 'number'
      ? { issuedAtSec: issuedAt, expiresAtSec: Math.floor(expiresOn / 1000) }
      : undefined
  } catch {
    return undefined
  }
}
