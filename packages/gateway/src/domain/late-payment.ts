import type { ProviderOrderStatus } from './observation.ts'
import type { OrderRecord } from './order.ts'

/** Paid after we had already called it failed, or after its time by the provider's own clock. When we looked does not matter. */
export function isLate(order: OrderRecord, status: ProviderOrderStatus): boolean {
  if (order.state === 'FAILED') return true
  const paidAt = status.attempts.find(({ state }) => state === 'COMPLETED')?.timestamp
  // The provider's word first: ours may be a guess, made by our own clock when its reply was lost.
  const expiresAt = status.expireAt ?? order.expiresAtMs
  return paidAt !== undefined && expiresAt !== undefined && paidAt > expiresAt
}
