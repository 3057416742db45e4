import { nextPollDelayMs } from '@galla/sdk'
import type { OrderRow } from '../../storage/order-row.ts'

/** A page asks our books, not the provider: at first more often than we look, as a callback may come at any moment. Milliseconds. */
const MIN_MS = 1_000
const EAGER = { forMs: 60_000, everyMs: 3_000 }
const MAX_MS = 30_000

/** Our look must have happened by the time that the page asks for its outcome. Milliseconds. */
const BEHIND_MS = 500

type Asked = Pick<OrderRow, 'state' | 'needsReview' | 'openedAtMs' | 'createdAtMs' | 'expiresAtMs'>

/** When a page should ask again: the provider's schedule, tightened for a person who waits; nothing once it is decided. */
export function pollAfterMs({ state, needsReview, openedAtMs, createdAtMs, expiresAtMs }: Asked, nowMs: number) {
  if (state === 'COMPLETED' || state === 'FAILED') return undefined
  if (needsReview) return MAX_MS
  const beganAtMs = openedAtMs ?? createdAtMs
  const elapsedMs = Math.max(nowMs - beganAtMs, 0)
  const next = nextPollDelayMs(elapsedMs, expiresAtMs === undefined ? undefined : expiresAtMs - beganAtMs)
  const gapMs = next === undefined ? MAX_MS : next - elapsedMs + BEHIND_MS
  const most = elapsedMs < EAGER.forMs ? EAGER.everyMs : MAX_MS
  return Math.min(Math.max(gapMs, MIN_MS), most)
}
