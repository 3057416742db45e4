import { randomBytes } from 'node:crypto'

/** A new order's id: sorted by time, 64 random bits, 27 characters of the provider's alphabet. */
export function createOrderId(nowMs: number): string {
  return `o-${nowMs.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`
}
