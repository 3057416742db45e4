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
