import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import { describe, expect, it } from 'vitest'
import { notifyBy } from '../src/notifications/notifier.ts'
import type { Handlers } from '../src/services/events/handlers.ts'
import { payOrder } from './helpers/paid-order.ts'
import { CART, setupTestGateways, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const DAY = 86_400_000
/** Thursday, 8 January 2026, 12:00 in India. */
const START = Date.UTC(2026, 0, 8, 6, 30)
const FINANCE_EVENTS = ['settlement.processed', 'settlement.failed', 'day.closed'] as const

/** A shop whose handlers note the events of settlements and closed days. Callbacks are lost unless `callbacks`. */
async function openShop({
  callbacks = false,
  ...options
}: { callbacks?: boolean } & Pick<TestGatewayOptions, 'wrapProvider'> = {}) {
  const received: unknown[] = []
  const on: Handlers = {
    'settlement.processed': ({ settlement: { settlementId, state, utr, amount } }) =>
      void received.push({ settlementId, state, utr, amount }),
    'settlement.failed': ({ settlement: { settlementId, state, failure } }) =>
      void received.push({ settlementId, state, failure }),
    'day.closed': ({ dayClose: { day, difference } }) => void received.push({ day, difference }),
  }
  const sandbox = { clock: { frozen: true, startMs: START } }
  const testGateway = await createTestGateway({ sandbox, gateway: { on }, ...options })
  await payOrder(testGateway, 'order-1')
  if (!callbacks) await testGateway.sandbox.setReceiver({ url: '' })
  return { ...testGateway, received }
}

const isStatusOfSettlement = (url: string | URL | Request): boolean => /settlements?\/[^?]*status/i.test(String(url))

/** Answers of the provider about a settlement whose clock is ahead of the gateway's by `aheadMs`. */
const clockAhead =
  (aheadMs: number): NonNullable<TestGatewayOptions['wrapProvider']> =>
  (provider) =>
  async (url, init) => {
    const response = await provider(url, init)
    if (!isStatusOfSettlement(url)) return response
    const status = (await response.json()) as { lastUpdatedAt: number }
    return Response.json({ ...status, lastUpdatedAt: status.lastUpdatedAt + aheadMs })
  }

describe('the events of settlements', () => {
  it('come once for each payout, whether a callback, the list or both tell of the payout', async () => {
    const { gateway, sandbox, drainJobs, received } = await openShop({ callbacks: true })
    const { settlementId } = await sandbox.settle()
    await drainJobs()
    expect(received).toEqual([])
    await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
    await drainJobs()
    await gateway.settlements.sync()
    await drainJobs()
    const { utr, amount } = (await gateway.settlements.get(settlementId)) ?? {}
    expect(received).toEqual([{ settlementId, state: 'PROCESSED', utr, amount }])
  })

  it('come once for each refusal of the bank, and then for the payout', async () => {
    const { gateway, sandbox, drainJobs, advance, received } = await openShop()
    const { settlementId } = await sandbox.settle()
    const fail = async () => {
      await sandbox.simulateSettlement(settlementId, { outcome: 'FAILURE' })
      await gateway.settlements.sync()
      await advance(3_600_000)
      await gateway.settlements.sync()
      await drainJobs()
    }
    await fail()
    const refusal = { settlementId, state: 'ATTEMPT_FAILED', failure: expect.any(String) }
    expect(received).toEqual([refusal])
    await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
    await gateway.settlements.sync()
    await drainJobs()
    expect(received).toEqual([refusal, expect.objectContaining({ settlementId, state: 'PROCESSED' })])
  })

  it('come again for the payout that follows when the bank takes a payout back, and for no other amount', async () => {
    let changed: { [field: string]: unknown } = {}
    const { gateway, sandbox, drainJobs, rows, received } = await openShop({
      wrapProvider: (provider) => async (url, init) => {
        const response = await provider(url, init)
        return isStatusOfSettlement(url) ? Response.json({ ...(await response.json()), ...changed }) : response
      },
    })
    const { settlementId } = await sandbox.settle()
    const read = async (status: object) => {
      await sandbox.clock.advance(3_600_000)
      changed = { ...status, lastUpdatedAt: sandbox.clock.now() }
      await rows('update galla.settlements set "nextReadAtMs" = 1')
      await gateway.settlements.sync()
      await drainJobs()
    }
    const failed = { state: 'ATTEMPT_FAILED', lastAttemptErrorCode: 'ACCOUNT_CLOSED' }
    await read({ state: 'PROCESSED', utr: 'UTR1', amount: 48_000 })
    await read({ state: 'PROCESSED', utr: 'UTR1', amount: 47_000 })
    await read(failed)
    await read({ state: 'PROCESSED', utr: 'UTR2', amount: 47_000 })
    await read(failed)
    await read({ state: 'PROCESSED', utr: 'UTR3', amount: 47_000 })
    const refusal = { settlementId, state: 'ATTEMPT_FAILED', failure: 'ACCOUNT_CLOSED' }
    const payout = (utr: string, amount: number) => ({ settlementId, state: 'PROCESSED', utr, amount })
    expect(received).toEqual([payout('UTR1', 48_000), refusal, payout('UTR2', 47_000), refusal, payout('UTR3', 47_000)])
  })

  it.each([
    ['seconds', 5_000],
    ['hours', 5 * 3_600_000],
  ])('come once for each refusal of the bank while the clock of the provider is %s ahead', async (_, aheadMs) => {
    const { gateway, sandbox, drainJobs, received } = await openShop({ wrapProvider: clockAhead(aheadMs) })
    const { settlementId } = await sandbox.settle()
    await sandbox.simulateSettlement(settlementId, { outcome: 'FAILURE' })
    for (let hour = 0; hour < 3; hour += 1) {
      await gateway.settlements.sync()
      await drainJobs()
      await sandbox.clock.advance(3_600_000)
    }
    expect(received).toMatchObject([{ settlementId, state: 'ATTEMPT_FAILED' }])
  })

  it('come with no older status after the newest one, when the clock of the provider is seconds ahead', async () => {
    let stale: object | undefined
    let isLate = false
    const { gateway, sandbox, drainJobs, rows, received } = await openShop({
      wrapProvider: (provider) => async (url, init) => {
        const response = await clockAhead(10_000)(provider)(url, init)
        if (!isStatusOfSettlement(url)) return response
        const status = (await response.json()) as object
        stale ??= status
        return Response.json(isLate ? stale : status)
      },
    })
    const { settlementId } = await sandbox.settle()
    await gateway.settlements.sync()
    await sandbox.clock.advance(1_000)
    await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
    await gateway.settlements.sync()
    // A replica that was slower stores the first answer.
    isLate = true
    await sandbox.clock.advance(2_000)
    await rows('update galla.settlements set "nextReadAtMs" = 1')
    await gateway.settlements.sync()
    expect(await gateway.settlements.get(settlementId)).toMatchObject({ state: 'PROCESSED' })
    await drainJobs()
    expect(received).toMatchObject([{ settlementId, state: 'PROCESSED' }])
  })

  it('are recorded with the change or not at all, when the database fails between the two', async () => {
    const { gateway, sandbox, drainJobs, advance, rows, received } = await openShop()
    const { settlementId } = await sandbox.settle()
    await gateway.settlements.sync()
    await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
    await rows('alter table galla.events rename to events_away')
    await gateway.settlements.sync().catch(() => {})
    expect(await gateway.settlements.get(settlementId)).toMatchObject({ state: 'INITIATED' })
    await rows('alter table galla.events_away rename to events')
    await advance(3_600_000)
    await gateway.settlements.sync()
    await drainJobs()
    expect(received).toMatchObject([{ settlementId, state: 'PROCESSED' }])
  })
})

describe('the event of a closed day', () => {
  it('comes once for each day, with the difference, also when two replicas close the day', async () => {
    const { gateway, drainJobs, sandbox, received } = await openShop()
    await sandbox.clock.advance(DAY)
    await Promise.all([gateway.dayCloses.closeDue(), gateway.dayCloses.closeDue()])
    await gateway.dayCloses.closeDue()
    await drainJobs()
    expect(received).toEqual([{ day: '2026-01-08', difference: 49_900 }])
  })

  it('comes again when the close was deleted or lost with a restore, and the day is closed with other figures', async () => {
    const { gateway, drainJobs, sandbox, rows, received, ...testGateway } = await openShop()
    await sandbox.clock.advance(DAY)
    const closeAgain = async () => {
      // As of a close that the clock of the database made too early, or a backup that does not have the close.
      await rows('alter table galla.day_closes disable trigger "neverDeleted"')
      await rows('delete from galla.day_closes')
      await gateway.dayCloses.closeDue()
      await drainJobs()
    }
    await closeAgain()
    await closeAgain()
    expect(received).toEqual([{ day: '2026-01-08', difference: 49_900 }])
    const behind = await testGateway.replica({ clock: { now: () => START } })
    await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'order-2' })
    await sandbox.simulatePayment('order-2', { outcome: 'SUCCESS' })
    await rows('delete from galla.day_closes')
    await behind.orders.sync('order-2')
    await closeAgain()
    expect(received).toEqual([
      { day: '2026-01-08', difference: 49_900 },
      { day: '2026-01-08', difference: 2 * 49_900 },
    ])
  })

  it('is recorded with the close or not at all, when the database fails between the two', async () => {
    const { gateway, drainJobs, sandbox, rows, received } = await openShop()
    await sandbox.clock.advance(DAY)
    await rows('alter table galla.events rename to events_away')
    await expect(gateway.dayCloses.closeDue()).rejects.toMatchObject({ code: 'DATABASE_FAILED' })
    expect(await rows('select from galla.day_closes')).toEqual([])
    await rows('alter table galla.events_away rename to events')
    await gateway.dayCloses.closeDue()
    await drainJobs()
    expect(received).toEqual([{ day: '2026-01-08', difference: 49_900 }])
  })
})

it('a notifier gets the settlement and the close, and no order', async () => {
  const posted: MerchantNotification['data'][] = []
  const notifier = notifyBy(
    'erp',
    FINANCE_EVENTS,
    (given) =>
      void posted.push('settlement' in given ? { settlement: given.settlement } : { dayClose: given.dayClose }),
  )
  const testGateway = await createTestGateway({
    sandbox: { clock: { frozen: true, startMs: START } },
    gateway: { notifiers: [notifier] },
  })
  const { gateway, sandbox, drainJobs } = testGateway
  await payOrder(testGateway, 'order-1')
  const { settlementId } = await sandbox.settle()
  await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
  await drainJobs()
  await sandbox.clock.advance(DAY)
  await gateway.dayCloses.closeDue()
  await drainJobs()
  expect(posted).toMatchObject([{ settlement: { settlementId } }, { dayClose: { number: 1, day: '2026-01-08' } }])
})
