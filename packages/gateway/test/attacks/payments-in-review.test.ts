import { describe, expect, it } from 'vitest'
import { resolveReview } from '../../src/services/console-orders.ts'
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

const paid = (...ids: string[]) =>
  reporting(
    'COMPLETED',
    ids.map((id) => [id, 'COMPLETED'] as const),
  )

interface Shop extends TestGateway {
  /** The provider reports the order in this way from now on, and the gateway has seen it. */
  report(change: (status: WireStatus) => WireStatus): Promise<void>
  resolve(decision?: { refundSurplus: boolean }): Promise<void>
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
      async resolve(decision) {
        await resolveReview(context, 'one', { note: 'looked it up', ...decision })
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
