import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../policy.ts'
import type { Observation, OrderRecord, ProviderOrderStatus } from './order.ts'
import { isMadeOrderId, madeOrderId } from './order-ids.ts'
import { reduceOrder } from './reduce.ts'
import { isStartedElsewhere, type RequestedOrder } from './started-elsewhere.ts'

const SENT = 10_000_000
const MINUTE = 60_000
const AMOUNT = 49_900 as Paise
const SHOP = { orderIdPrefix: 'o-' } as const

const sent: RequestedOrder = {
  merchantOrderId: 'order-1001',
  reference: 'cart-7',
  checkout: 'STANDARD',
  amount: AMOUNT,
  state: 'CREATED',
  opening: 'unknown',
  attempts: [],
  createdAtMs: SENT,
  sentAtMs: SENT,
  expiresAtMs: SENT + 20 * MINUTE,
  request: {},
}
const { sentAtMs: _, ...rest } = sent
const unsent: RequestedOrder = { ...rest, opening: 'unsent' }
const withLife: RequestedOrder = { ...sent, request: { expireAfter: 1_200 } }
const custom: RequestedOrder = { ...sent, checkout: 'CUSTOM', createdAtMs: SENT - 10 * MINUTE }

const reported = (expireAt: number | undefined, paidAt?: number): ProviderOrderStatus => ({
  state: paidAt === undefined ? 'PENDING' : 'COMPLETED',
  merchantOrderId: 'order-1001',
  orderId: 'OMO1',
  amount: AMOUNT,
  ...(expireAt === undefined ? {} : { expireAt }),
  attempts:
    paidAt === undefined
      ? []
      : [{ transactionId: 'OM1', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_QR', timestamp: paidAt }],
})

describe('an order that the provider reports', () => {
  it.each<[boolean, string, RequestedOrder, ProviderOrderStatus, object]>([
    [true, 'ours was never sent', unsent, reported(SENT + 20 * MINUTE), SHOP],
    [false, 'ours was sent when that one began', sent, reported(SENT + 20 * MINUTE, SENT + 1), SHOP],
    [true, 'it had expired before ours was sent', sent, reported(SENT - 1), SHOP],
    [true, 'it was paid long before ours was sent', sent, reported(SENT + MINUTE, SENT - 6 * MINUTE), SHOP],
    [false, 'it was paid before by a clock that is minutes behind', sent, reported(undefined, SENT - 4 * MINUTE), SHOP],
    [false, 'a person has said that it is ours', { ...unsent, resolvedFindings: ['id-in-use'] }, reported(SENT), SHOP],
    [false, 'ours is known to be paid', { ...unsent, state: 'COMPLETED', resolution: 'fulfil' }, reported(SENT), SHOP],
    [true, 'ours was refused', { ...sent, state: 'FAILED', opening: 'refused' }, reported(SENT + 20 * MINUTE), SHOP],
    [true, 'it was created six minutes before ours was sent', withLife, reported(SENT + 14 * MINUTE - 1), SHOP],
    [false, 'it was created by a clock that is minutes behind', withLife, reported(SENT + 15 * MINUTE), SHOP],
    [false, 'ours left at the last moment, by a clock that is ahead', withLife, reported(SENT + 26 * MINUTE), SHOP],
    [true, 'it was created when ours could not leave any more', withLife, reported(SENT + 26 * MINUTE + 1), SHOP],
    [true, 'the choice of a payer was sent before it was created', custom, reported(SENT + 26 * MINUTE + 1), SHOP],
    [false, 'the choice of a payer created it', custom, reported(SENT + 20 * MINUTE), SHOP],
    [false, 'ours asks for no life, and it ends a day later', sent, reported(SENT + 1_440 * MINUTE), SHOP],
    [false, 'it states an expiry that no order has', withLife, reported(SENT * 1_000), SHOP],
    [
      false,
      'ours was refused, and the gateway made its id',
      { ...sent, opening: 'refused', merchantOrderId: madeOrderId('o-', SENT, 'ab'.repeat(8)) },
      reported(SENT + 20 * MINUTE),
      SHOP,
    ],
    [
      false,
      'the gateway made its id',
      { ...unsent, merchantOrderId: madeOrderId('o-', SENT, 'ab'.repeat(8)) },
      reported(SENT),
      SHOP,
    ],
    [
      false,
      'the database was restored after it was started',
      unsent,
      reported(SENT + 20 * MINUTE),
      { ...SHOP, restoredAtMs: SENT },
    ],
    [
      true,
      'the database was restored before it was started',
      unsent,
      reported(SENT + 20 * MINUTE),
      { ...SHOP, restoredAtMs: SENT - 6 * MINUTE },
    ],
    [
      false,
      'the database was restored, and it does not say when it ends',
      unsent,
      reported(undefined),
      { ...SHOP, restoredAtMs: SENT - 60 * MINUTE },
    ],
  ])('was started elsewhere: %s, when %s', (expected, __, order, status, known) => {
    expect(isStartedElsewhere(order, status, known as typeof SHOP)).toBe(expected)
  })

  it.each(['PENDING', 'COMPLETED', 'FAILED'] as const)(
    'and was started elsewhere decides nothing in state %s until a person has said that it is this one',
    (state) => {
      const paidAt = state === 'COMPLETED' ? SENT + MINUTE : undefined
      const status = { ...reported(SENT + 20 * MINUTE, paidAt), state }
      const observed: Observation = { kind: 'status', atMs: SENT, status, startedElsewhere: true }
      const reduce = (order: OrderRecord, one: Observation) =>
        reduceOrder(order, [one], { nowMs: SENT + 2 * MINUTE }, DEFAULT_POLICY)
      const stopped = reduce(unsent, observed)
      expect(stopped.order).toMatchObject({ state: 'CREATED', needsReview: { reason: 'id-in-use' } })
      expect(stopped.order.resolution).toBeUndefined()
      expect(stopped.events.map(({ type }) => type)).toEqual(['order.needs_review'])
      const resolved = reduce(stopped.order, { kind: 'console', atMs: SENT, resolveReview: true, note: 'ours' })
      expect(resolved.order.resolvedFindings).toContain('id-in-use')
    },
  )
})

describe('an id that the gateway makes', () => {
  it('is recognised by its prefix and its form, and no id of a caller is taken for one', () => {
    const made = madeOrderId('TEA-', 1_764_432_000_000, '0123456789abcdef')
    expect(made).toBe('TEA-0mikh98g00123456789abcdef')
    expect(isMadeOrderId('TEA-', made)).toBe(true)
    for (const other of [made.slice(4), `X${made}`, `${made}0`, made.toUpperCase(), 'TEA-1001'])
      expect(isMadeOrderId('TEA-', other), other).toBe(false)
    expect(isMadeOrderId('o-', made)).toBe(false)
  })
})
