import type { Delivery, SandboxOrder } from '@galla/contract/sandbox-api/routes'

export interface Due {
  readonly atMs: number
  readonly what: 'order expires' | 'callback goes out'
  readonly id: string
}

/** What the clock meets next on its way: it all happens when time reaches it, and nothing before. */
export function dueNext(
  orders: readonly Pick<SandboxOrder, 'merchantOrderId' | 'state' | 'expireAt'>[],
  deliveries: readonly Pick<Delivery, 'id' | 'scheduledAtMs' | 'sentAtMs'>[],
  nowMs: number,
): Due[] {
  const expiring = orders
    .filter(({ state }) => state === 'PENDING')
    .map(({ merchantOrderId, expireAt }): Due => ({ atMs: expireAt, what: 'order expires', id: merchantOrderId }))
  const leaving = deliveries
    .filter(({ sentAtMs }) => sentAtMs === undefined)
    .map(({ id, scheduledAtMs }): Due => ({ atMs: scheduledAtMs, what: 'callback goes out', id }))
  return [...expiring, ...leaving].filter(({ atMs }) => atMs > nowMs).sort((a, b) => a.atMs - b.atMs)
}
