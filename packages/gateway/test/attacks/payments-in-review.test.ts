import { describe, expect, it } from 'vitest'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { type WireStatus, withChangedStatus } from '../helpers/changed-status.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

interface Attempt {
  transactionId: string
  state: string
  amount: number
}

/** Attempts that the provider reports, in this state, with these amounts. */
const reporting =
  (state: string, attempts: readonly (readonly [id: string, state: string, amount?: number])[]) =>
  (status: WireStatus): WireStatus => {
    const [first] = status.paymentDetails as Attempt[]
    const paymentDetails = attempts.map(([transactionId, state, amount = AMOUNT]) => ({
      ...first,
      transactionId,
      state,
      amount,
    }))
    return { ...status, state, paymentDetails }
  }

const asIs = (status: WireStatus): WireStatus => status
const paid = (...ids: string[]) =>
  reporting(
    'COMPLETED',
    ids.map((id) => [id, 'COMPLETED'] as const),
  )

interface Shop extends TestGateway {
  /** The provider reports the order in this way from now on, and the gateway has seen it. */
  report(change: (status: WireStatus) => WireStatus): Promise<void>
  resolve(decision?: { refundSurplus: boolean }, merchantOrderId?: string): Promise<void>
  findings(): Promise<object[]>
  order(): Promise<object | undefined>
}

/** An order that is paid at the provider, and of which the gateway knows nothing yet. */
async function withShop(run: (shop: Shop) => Promise<void>): Promise<void> {
  let change = (status: WireStatus): WireStatus => status
  const testGateway = await createTestGateway({
    wrapProvider: withChangedStatus('order', (status) => change(status)),
  })
  const { gateway, sandbox, advance } = testGateway
  await sandbox.setFaults({ profile: 'no-callbacks' })
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await withProcesses(testGateway, 1, async ([context]) => {
    if (!context) return
    const order = () => gateway.orders.get('one')
    await run({
      ...testGateway,
      order,
      async report(next) {
        change = next
        await advance(2 * MINUTE_MS)
        await gateway.orders.sync('one')
      },
      async resolve(decision, merchantOrderId = 'one') {
        await resolveReview(context, merchantOrderId, { note: 'looked it up', ...decision })
        await advance(MINUTE_MS)
      },
      findings: async () => [...((await order())?.needsReview?.findings ?? [])],
    })
  })
}

describe('a further payment during a review', () => {
  it.each([
    ['contradiction', reporting('FAILED', [['A', 'FAILED']])],
    ['currency-mismatch', (status: WireStatus) => ({ ...paid('A')(status), currency: 'USD' })],
    ['unknown-state', (status: WireStatus) => ({ ...paid('A')(status), state: 'REVERSED' })],
  ])('of a paid order for %s is named, also after its last planned check, and refunded', async (code, change) => {
    await withShop(async ({ report, resolve, findings, advance, gateway, sandbox }) => {
      await report(paid('A'))
      await report(change)
      for (let hour = 0; hour < 3; hour += 1) await advance(HOUR_MS)
      await report(paid('A', 'B'))
      expect(await findings()).toMatchObject([{ code }, { code: 'paid-twice', payments: 2 }])
      expect((await gateway.orders.list({ owed: true })).rows).toMatchObject([{ merchantOrderId: 'one' }])
      await resolve({ refundSurplus: true })
      await advance(MINUTE_MS)
      expect(await findings()).toEqual([])
      expect((await sandbox.order('one')).refundedAmount).toBe(AMOUNT)
      expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', refundedAmount: AMOUNT })
    })
  })

  it('leaves a review for a double payment one, when it was contradicted meanwhile', async () => {
    await withShop(async ({ report, resolve, findings, order, gateway }) => {
      for (const change of [paid('A'), paid('A', 'B'), reporting('FAILED', [['A', 'FAILED']]), paid('A', 'B', 'C')])
        await report(change)
      expect(await findings()).toMatchObject([{ code: 'paid-twice', payments: 3 }, { code: 'contradiction' }])
      await resolve({ refundSurplus: true })
      expect(await order()).toMatchObject({ resolution: 'fulfil' })
      expect(await gateway.refunds.get('one-twice')).toMatchObject({ amount: 2 * AMOUNT })
    })
  })

  it('and a payment that is taken back are both named, of one status', async () => {
    await withShop(async ({ report, findings }) => {
      await report(paid('A'))
      await report(paid('A', 'B'))
      await report(
        reporting('FAILED', [
          ['A', 'COMPLETED'],
          ['B', 'COMPLETED'],
          ['C', 'COMPLETED'],
        ]),
      )
      expect(await findings()).toMatchObject([{ code: 'paid-twice', payments: 3 }, { code: 'contradiction' }])
    })
  })

  it('and an accepted one that is taken back are both named when the order was in no review', async () => {
    await withShop(async ({ report, resolve, findings }) => {
      await report(paid('A', 'B'))
      await resolve({ refundSurplus: false })
      expect(await findings()).toEqual([])
      await report(
        reporting('COMPLETED', [
          ['A', 'COMPLETED'],
          ['B', 'FAILED'],
          ['C', 'COMPLETED'],
        ]),
      )
      expect(await findings()).toMatchObject([{ code: 'paid-twice', payments: 2 }, { code: 'contradiction' }])
    })
  })
})

describe('another amount of a payment', () => {
  it('that was reported once before the order was paid costs one review, and the order is fulfilled', async () => {
    await withShop(async ({ report, resolve, findings, order }) => {
      await report(reporting('PENDING', [['A', 'COMPLETED', AMOUNT - 1]]))
      await report(paid('A'))
      expect(await findings()).toMatchObject([{ code: 'short-payment', ours: AMOUNT - 1, theirs: AMOUNT }])
      await resolve()
      expect(await order()).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
      expect(await findings()).toEqual([])
    })
  })

  it('that is reported of a paid order for good costs one review, and its refund is sent', async () => {
    await withShop(async ({ report, resolve, findings, advance, gateway, sandbox }) => {
      await report(paid('A'))
      await report(reporting('COMPLETED', [['A', 'COMPLETED', AMOUNT - 1]]))
      expect(await findings()).toMatchObject([{ code: 'short-payment', ours: AMOUNT, theirs: AMOUNT - 1 }])
      await resolve()
      for (let hour = 0; hour < 3; hour += 1) await advance(HOUR_MS)
      expect(await findings()).toEqual([])
      await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'one', amount: AMOUNT })
      for (let n = 0; n < 3; n += 1) await advance(MINUTE_MS)
      expect((await sandbox.order('one')).refundedAmount).toBe(AMOUNT)
    })
  })

  it('needs a review again when it is a third one', async () => {
    await withShop(async ({ report, resolve, findings }) => {
      await report(paid('A'))
      for (const amount of [AMOUNT - 1, AMOUNT - 2]) {
        await report(reporting('COMPLETED', [['A', 'COMPLETED', amount]]))
        expect(await findings()).toMatchObject([{ code: 'short-payment', ours: AMOUNT, theirs: amount }])
        await resolve()
        await report(paid('A'))
        expect(await findings()).toEqual([])
      }
    })
  })
})

describe('the surplus of a second payment', () => {
  const withB = (amount: number, state = 'COMPLETED') =>
    reporting('COMPLETED', [
      ['A', 'COMPLETED'],
      ['B', state, amount],
    ])

  it('is what the newest status says, also when an earlier one had another amount', async () => {
    await withShop(async ({ report, resolve, findings, gateway, sandbox, order, advance }) => {
      await report(paid('A'))
      for (const amount of [100, AMOUNT]) await report(withB(amount))
      expect(await findings()).toMatchObject([{ code: 'paid-twice' }, { code: 'short-payment', theirs: AMOUNT }])
      await resolve({ refundSurplus: true })
      await advance(MINUTE_MS)
      expect(await gateway.refunds.get('one-twice')).toMatchObject({ amount: AMOUNT, state: 'COMPLETED' })
      expect((await sandbox.order('one')).refundedAmount).toBe(AMOUNT)
      expect(await order()).toMatchObject({ refundableAmount: AMOUNT })
    })
  })

  it('is booked in full when it was accepted with less, and a person has seen the right amount', async () => {
    await withShop(async ({ report, resolve, findings, order }) => {
      await report(paid('A'))
      await report(withB(100))
      await resolve({ refundSurplus: false })
      expect(await order()).toMatchObject({ refundableAmount: AMOUNT + 100 })
      await report(withB(AMOUNT))
      expect(await findings()).toMatchObject([{ code: 'short-payment', ours: 100, theirs: AMOUNT }])
      await resolve()
      expect(await order()).toMatchObject({ refundableAmount: 2 * AMOUNT })
    })
  })

  it('is not raised by an amount that the provider has corrected before the review is resolved', async () => {
    await withShop(async ({ report, resolve, findings, order }) => {
      await report(paid('A', 'B'))
      await resolve({ refundSurplus: false })
      await report(withB(10 * AMOUNT))
      expect(await findings()).toMatchObject([{ code: 'short-payment', theirs: 10 * AMOUNT }])
      await report(paid('A', 'B'))
      await resolve()
      expect(await order()).toMatchObject({ refundableAmount: 2 * AMOUNT })
    })
  })

  it('and the amount of a third payment are booked when a person has seen them, not before', async () => {
    await withShop(async ({ report, resolve, findings, order }) => {
      await report(paid('A', 'B'))
      await resolve({ refundSurplus: false })
      const third = (amount: number) =>
        reporting('COMPLETED', [
          ['A', 'COMPLETED'],
          ['B', 'COMPLETED'],
          ['C', 'COMPLETED', amount],
        ])
      for (const amount of [10 * AMOUNT, AMOUNT]) await report(third(amount))
      expect(await findings()).toMatchObject([{ code: 'paid-twice', payments: 3 }, { code: 'short-payment' }])
      expect(await order()).toMatchObject({ refundableAmount: 2 * AMOUNT })
      await resolve()
      expect(await order()).toMatchObject({ refundableAmount: 3 * AMOUNT })
    })
  })

  it('that was accepted while one answer had less of it needs another review when the right amount comes', async () => {
    await withShop(async ({ report, resolve, findings }) => {
      await report(paid('A', 'B'))
      await report(withB(100))
      await resolve({ refundSurplus: true })
      await report(paid('A', 'B'))
      expect(await findings()).toMatchObject([{ code: 'short-payment', ours: 100, theirs: AMOUNT }])
    })
  })

  it('stays when an older answer, in which it is pending, arrives after the newer one', async () => {
    await withShop(async ({ report, resolve, findings, gateway }) => {
      await report(paid('A', 'B'))
      await report(withB(AMOUNT, 'PENDING'))
      expect(await findings()).toMatchObject([{ code: 'paid-twice', payments: 2 }])
      await resolve({ refundSurplus: true })
      expect(await gateway.refunds.get('one-twice')).toMatchObject({ amount: AMOUNT })
    })
  })

  it('can be refunded when the payment is back that one answer had reported as failed', async () => {
    await withShop(async ({ report, resolve, findings, gateway }) => {
      await report(paid('A', 'B'))
      await report(withB(AMOUNT, 'FAILED'))
      await resolve({ refundSurplus: false })
      await report(paid('A', 'B'))
      expect(await findings()).toMatchObject([{ code: 'paid-twice', payments: 2 }])
      await resolve({ refundSurplus: true })
      expect(await gateway.refunds.get('one-twice')).toMatchObject({ amount: AMOUNT })
    })
  })
})

describe('a status that says several things', () => {
  const failedWith = (fields: object) => (status: WireStatus) => ({
    ...reporting('FAILED', [['A', 'FAILED']])(status),
    ...fields,
  })
  it.each([
    ['amount-mismatch', 'contradiction', failedWith({ amount: 100 })],
    ['currency-mismatch', 'contradiction', failedWith({ currency: 'USD' })],
    ['unknown-state', 'contradiction', failedWith({ state: 'REVERSED' })],
    [
      'amount-mismatch',
      'short-payment',
      (status: WireStatus) => ({ ...reporting('COMPLETED', [['A', 'COMPLETED', 100]])(status), amount: 100 }),
    ],
  ])('is in the review with all of them, so that no money leaves: %s and %s', async (code, doubt, change) => {
    await withShop(async ({ report, findings, gateway }) => {
      await report(paid('A'))
      await report(change)
      expect(await findings()).toMatchObject([{ code }, { code: doubt }])
      const refund = gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'one', amount: AMOUNT })
      await expect(refund).rejects.toMatchObject({ code: 'REFERENCE_IN_REVIEW' })
    })
  })

  it('is named, of a payment in place of another with less than the order, also during a review', async () => {
    await withShop(async ({ report, findings }) => {
      await report(paid('A'))
      await report((status) => ({ ...paid('A')(status), state: 'REVERSED' }))
      await report(
        reporting('COMPLETED', [
          ['A', 'FAILED'],
          ['B', 'COMPLETED', 100],
        ]),
      )
      expect(await findings()).toMatchObject([
        { code: 'unknown-state' },
        { code: 'paid-twice' },
        { code: 'short-payment', theirs: 100 },
        { code: 'contradiction' },
      ])
    })
  })

  it('costs one review when it lists a payment with two amounts for good', async () => {
    await withShop(async ({ report, resolve, findings }) => {
      await report(paid('A'))
      const twoAmounts = reporting('COMPLETED', [
        ['A', 'COMPLETED', 100],
        ['A', 'COMPLETED'],
      ])
      await report(twoAmounts)
      expect(await findings()).toMatchObject([{ code: 'short-payment' }])
      await resolve()
      for (let n = 0; n < 3; n += 1) await report(twoAmounts)
      expect(await findings()).toEqual([])
    })
  })
})

it('a further payment of an order that was refunded as a second one is owed while it is in review, and after that', async () => {
  await withShop(async ({ report, resolve, gateway, sandbox, advance }) => {
    const { order: two } = await gateway.orders.start({ ...CART, merchantOrderId: 'two' })
    const reported = (change: typeof asIs) => (status: WireStatus) =>
      status.orderId === two.orderId ? change(status) : paid('A')(status)
    await report(reported(asIs))
    await sandbox.simulatePayment('two', { outcome: 'SUCCESS' })
    await report(reported(paid('Q')))
    await gateway.orders.sync('two')
    for (let n = 0; n < 15; n += 1) await advance(MINUTE_MS)
    expect(await gateway.orders.get('two')).toMatchObject({ resolution: 'duplicate-refund', refundedAmount: AMOUNT })
    const owed = async () =>
      (await gateway.orders.list({ owed: true })).rows.map(({ merchantOrderId }) => merchantOrderId)
    expect(await owed()).toEqual([])
    await report(reported(paid('Q', 'R')))
    await gateway.orders.sync('two')
    expect(await owed()).toEqual(['two'])
    await resolve({ refundSurplus: false }, 'two')
    expect(await owed()).toEqual(['two'])
  })
})
