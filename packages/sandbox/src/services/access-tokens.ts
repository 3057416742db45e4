import { createHmac, timingSafeEqual } from 'node:crypto'

/** One access token's life, in epoch seconds as the wire has it. */
export interface TokenLife {
  readonly issuedAtSec: number
  readonly expiresAtSec: number
}

/** Short, so that a client's refresh paths are walked in an ordinary day's work. */
export const DEFAULT_TOKEN_LIFE_SEC = 3600

export function tokenLife(nowMs: number, lifeSec: number): TokenLife {
  const issuedAtSec = Math.floor(nowMs / 1000)
  return { issuedAtSec, expiresAtSec: issuedAtSec + lifeSec }
}

export function isLive(life: TokenLife, nowMs: number): boolean {
  return nowMs < life.expiresAtSec * 1000
}

/** Access tokens that carry their own life, so that one outlasts a restart of the sandbox. */
export interface AccessTokens {
  issue(life: TokenLife): string
  isValid(token: string, nowMs: number): boolean
  /** Every token given out so far stops working. */
  revokeAll(): void
}

/** Tokens whose signature was checked once are remembered; more than this many at a time are not. */
const REMEMBERED = 1_000

export function createAccessTokens(seed: string, merchantId: string, next: () => number): AccessTokens {
  const known = new Map<string, TokenLife>()
  let epoch = 0
  const sign = (text: string): string => createHmac('sha256', `${seed}\n${epoch}`).update(text).digest('base64url')

  const check = (token: string): TokenLife | undefined => {
    const dot = token.lastIndexOf('.')
    const given = Buffer.from(token.slice(dot + 1))
    const right = Buffer.from(sign(token.slice(0, Math.max(0, dot))))
    if (dot < 1 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    const life = parseLife(token.split('.')[1] ?? '')
    if (life) {
      if (known.size >= REMEMBERED) known.clear()
      known.set(token, life)
    }
    return life
  }

  return {
    issue({ issuedAtSec, expiresAtSec }) {
      const header = encode({ alg: 'HS256' })
      const payload = encode({ merchantId, issuedAt: issuedAtSec, expiresOn: expiresAtSec * 1000, serial: next() })
      return `${header}.${payload}.${sign(`${header}.${payload}`)}`
    },
    isValid(token, nowMs) {
      const life = known.get(token) ?? check(token)
      return life !== undefined && isLive(life, nowMs)
    },
    revokeAll() {
      epoch++
      known.clear()
    },
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function parseLife(encoded: string): TokenLife | undefined {
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
