import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, type Observation, type OrderRecord } from './order.ts'
import { reduceOrder } from './order-reducer.ts'

const NOW = 1_000_000
const AMOUNT = 49_900 as Paise
const sending: OrderRecord = {
  merchantOrderId: 'one',
  reference: 'cart-7',
  checkout: 'STANDARD',
  amount: AMOUNT,
  state: 'CREATED',
  attempts: [],
  createdAtMs: 300_000,
  sentAtMs: 300_000,
  expiresAtMs: 1_500_000,
  sendByMs: NOW,
}
const status: Observation = {
  kind: 'status',
  atMs: NOW,
  status: { state: 'COMPLETED', merchantOrderId: 'one', amount: AMOUNT, attempts: [] },
}
const duplicate = { kind: 'response-failed', atMs: NOW, outcome: 'rejected', duplicateId: true } as const
const resolved: Observation = { kind: 'console', atMs: NOW, resolveReview: true, note: 'ours' }
const reduce = (order: OrderRecord, observations: readonly Observation[]) =>
  reduceOrder(order, observations, { nowMs: NOW }, DEFAULT_POLICY)

describe('an order whose request is being sent', () => {
  it('is completed by a status only after the reply, or when none can come', () => {
    expect(reduce(sending, [status])).toMatchObject({ rule: 'nothing-new', order: sending, events: [] })
    expect(reduce({ ...sending, sendByMs: NOW - 1 }, [status]).order.resolution).toBe('fulfil')
    expect(reduce(sending, [duplicate, status]).order.resolution).toBe('fulfil')
  })

  it('is completed at once by a payment that was made since it was sent', () => {
    const attempt = { transactionId: 't', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_COLLECT' } as const
    const at = (timestamp: number): Observation => ({
      ...status,
      status: { ...status.status, attempts: [{ ...attempt, timestamp }] },
    })
    expect(reduce(sending, [at(300_001)]).order.resolution).toBe('fulfil')
    expect(reduce(sending, [at(300_000)]).order.state).toBe('CREATED')
    expect(reduce({ ...sending, mayNotImport: true }, [at(300_001)]).order.state).toBe('CREATED')
  })

  it.each(['CREATED', 'PENDING', 'FAILED'] as const)(
    'stays in review in state %s when its id was in use and only a person may decide, until one does',
    (state) => {
      const { order } = reduce({ ...sending, state }, [{ ...duplicate, needsPerson: true }, status])
      expect(order).toMatchObject({ state, needsReview: { reason: 'id-in-use' } })
      expect(reduce(order, [status])).toMatchObject({ rule: 'stays-in-review', order: { state } })
      expect(reduce(reduce(order, [resolved]).order, [status]).order.state).toBe('COMPLETED')
    },
  )
})

describe('an order that was not created by its request, and whose starter may not import one', () => {
  const { sentAtMs: _, sendByMs: __, ...unsent } = sending
  it.each<[string, OrderRecord]>([
    ['was not sent', unsent],
    ['was given up', { ...unsent, sentAtMs: 300_000, state: 'FAILED', errorCode: 'REFUSED', givenUp: true }],
  ])('that %s needs review when the provider knows it, until a person resolves it', (_, order) => {
    expect(reduce(order, [status]).order.needsReview?.reason).not.toBe('id-in-use')
    const inReview = reduce({ ...order, mayNotImport: true }, [status]).order
    expect(inReview).toMatchObject({ state: order.state, needsReview: { reason: 'id-in-use' } })
    const { order: after } = reduce(inReview, [resolved])
    expect(after.mayNotImport).toBeUndefined()
    expect(reduce(after, [status]).order.state).toBe('COMPLETED')
  })
})
