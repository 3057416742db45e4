import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import { describe, expect, it } from 'vitest'
import { notifyBy } from '../src/notifications/notifier.ts'
import type { Handlers } from '../src/services/events/handlers.ts'
import { payOrder } from './helpers/paid-order.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const DAY = 86_400_000
/** Thursday, 8 January 2026, 12:00 in India. */
const START = Date.UTC(2026, 0, 8, 6, 30)
const FINANCE_EVENTS = ['settlement.processed', 'settlement.failed', 'day.closed'] as const

/** A shop whose handlers note the events of settlements and closed days. Callbacks are lost unless `callbacks`. */
async function openShop({ callbacks = false } = {}) {
  const received: unknown[] = []
  const on: Handlers = {
    'settlement.processed': ({ settlement: { settlementId, state, utr, amount } }) =>
      void received.push({ settlementId, state, utr, amount }),
    'settlement.failed': ({ settlement: { settlementId, state, failure } }) =>
      void received.push({ settlementId, state, failure }),
    'day.closed': ({ dayClose: { day, difference } }) => void received.push({ day, difference }),
  }
  const testGateway = await createTestGateway({ sandbox: { clock: { frozen: true, startMs: START } }, gateway: { on } })
  await payOrder(testGateway, 'order-1')
  if (!callbacks) await testGateway.sandbox.setReceiver({ url: '' })
  return { ...testGateway, received }
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
