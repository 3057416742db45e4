import { afterEach, describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../src/index.ts'
import { clientOf, standardOrder } from './helpers.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Thursday, 8 January 2026, 12:00 in India. The Saturday after it is the second of its month. */
const START = Date.UTC(2026, 0, 8, 6, 30)

const open: Sandbox[] = []
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close()
})

function setup(options: SandboxOptions = {}) {
  const received: { event: string; payload: { settlementId: string; amount: number; state: string } }[] = []
  const sandbox = createSandbox({
    clock: { startMs: START, frozen: true },
    tokenLifeSec: 315_360_000,
    settlements: true,
    callbacks: { url: 'http://shop.test/callbacks' },
    deliver: async (_url, { body }) => {
      const message = JSON.parse(body)
      if (message.event.startsWith('settlement.')) received.push(message)
      return new Response('')
    },
    ...options,
  })
  open.push(sandbox)
  const { get, post } = clientOf(sandbox)
  const pay = async (merchantOrderId: string, amount = 10_000) => {
    await post('/checkout/v2/pay', standardOrder(merchantOrderId, { amount }))
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  }
  const refund = async (merchantRefundId: string, originalMerchantOrderId: string, amount: number) => {
    await post('/payments/v2/refund', { merchantRefundId, originalMerchantOrderId, amount })
    await sandbox.simulateRefund(merchantRefundId, { outcome: 'SUCCESS' })
  }
  const list = async (): Promise<{ settlementId: string; utr: string }[]> => {
    const to = sandbox.clock.now() + DAY
    return (await get(`/settlements/v1/range?from=${START - DAY}&to=${to}&limit=40`)).body.settlements
  }
  const status = async (settlementId = '') => (await get(`/settlements/v1/${settlementId}/status`)).body
  return { sandbox, get, status, pay, refund, list, received }
}

describe('settlements of the sandbox', () => {
  it('pays out on the next bank day, net of refunds, fees and tax', async () => {
    const { sandbox, status, pay, refund, list, received } = setup()
    await pay('order-1', 10_000)
    await pay('order-2', 30_000)
    await refund('refund-1', 'order-1', 2_500)
    await sandbox.clock.advance(DAY)
    const [only, ...more] = await list()
    expect(more).toEqual([])
    // Fees of 2 %: 200 and 600; 18 % of them: 36 and 108.
    const settlement = await status(only?.settlementId)
    expect(settlement).toMatchObject({
      ...{ state: 'PROCESSED', amount: 40_000 - 800 - 144 - 2_500 },
      ...{ merchantId: 'TEST-M2GALLA', lastUpdatedAt: Date.UTC(2026, 0, 9, 6, 30), utr: only?.utr },
    })
    expect(received.map(({ event, payload }) => [event, payload.amount])).toEqual([
      ['settlement.initiated', 36_556],
      ['settlement.processed', 36_556],
    ])
  })

  it('makes one settlement a bank day: that of Friday and the weekend comes on Monday', async () => {
    const { sandbox, pay, list } = setup()
    for (let day = 0; day < 4; day += 1) {
      await pay(`order-${day}`)
      await sandbox.clock.advance(DAY)
    }
    const settled = (await sandbox.settlements()).map(({ lines }) =>
      lines.map(({ merchantOrderId }) => merchantOrderId),
    )
    expect(settled).toEqual([['order-1', 'order-2', 'order-3'], ['order-0']])
    expect(await list()).toHaveLength(2)
  })

  it('counts what is paid after the cut-off on the next day, and skips holidays', async () => {
    const { sandbox, pay } = setup({ settlements: { cutOffHour: 18, holidays: ['2026-01-09'] } })
    await pay('before')
    await sandbox.clock.advance(6 * HOUR)
    await pay('after')
    await sandbox.clock.set(Date.UTC(2026, 0, 12, 6))
    const [first, ...rest] = await sandbox.settlements()
    expect(rest).toEqual([])
    expect(first?.lines.map(({ merchantOrderId }) => merchantOrderId)).toEqual(['before', 'after'])
    expect(first?.createdAtMs).toBe(Date.UTC(2026, 0, 12, 4, 30))
  })

  it('tries a refused transfer again on the next bank day, under the same id', async () => {
    const { sandbox, status, pay, received } = setup({ settlements: { processAfterMs: HOUR } })
    await sandbox.setFaults({ settlements: { failRate: 1 } })
    await pay('order-1')
    await sandbox.clock.set(Date.UTC(2026, 0, 9, 6))
    const [failed] = await sandbox.settlements()
    expect(await status(failed?.settlementId)).toMatchObject({
      state: 'ATTEMPT_FAILED',
      lastAttemptErrorCode: 'BANK_TRANSFER_FAILED',
    })
    await sandbox.setFaults({})
    await sandbox.clock.advance(4 * DAY)
    expect((await sandbox.settlements()).map(({ settlementId, state }) => [settlementId, state])).toEqual([
      [failed?.settlementId, 'PROCESSED'],
    ])
    expect(received.map(({ event }) => event)).toEqual([
      'settlement.initiated',
      'settlement.attempt.failed',
      'settlement.initiated',
      'settlement.processed',
    ])
  })

  it('settles nothing by itself unless it is asked to, and on request what is named', async () => {
    const { sandbox, pay, refund } = setup({ settlements: false })
    await pay('order-1')
    await pay('order-2')
    await refund('refund-1', 'order-1', 500)
    await sandbox.clock.advance(5 * DAY)
    expect(await sandbox.settlements()).toEqual([])
    const { lines } = await sandbox.settle({ merchantOrderIds: ['order-2'], merchantRefundIds: ['refund-1'] })
    expect(lines.map(({ kind, merchantOrderId }) => [kind, merchantOrderId])).toEqual([
      ['PAYMENT', 'order-2'],
      ['REFUND', 'order-1'],
    ])
    expect((await sandbox.settle()).lines.map(({ merchantOrderId }) => merchantOrderId)).toEqual(['order-1'])
    await expect(sandbox.settle()).rejects.toThrow('There is no completed payment that is not settled')
  })

  it('leaves out, repeats and shuffles entries of the list, and pays one paisa less, by faults', async () => {
    const { sandbox, status, pay, list } = setup({ settlements: false })
    for (let order = 0; order < 6; order += 1) {
      await pay(`order-${order}`)
      await sandbox.settle()
      await sandbox.clock.advance(HOUR)
    }
    const ids = async () => (await list()).map(({ settlementId }) => settlementId)
    const all = await ids()
    expect(all).toHaveLength(6)
    await sandbox.setFaults({ settlements: { gapRate: 1 } })
    expect(await ids()).toEqual([])
    await sandbox.setFaults({ settlements: { repeatRate: 1 } })
    expect(await ids()).toEqual(all.flatMap((id) => [id, id]))
    await sandbox.setFaults({ settlements: { shuffle: true } })
    const shuffled = await ids()
    expect(shuffled).not.toEqual(all)
    expect(shuffled.sort()).toEqual([...all].sort())
    await sandbox.setFaults({ settlements: { offByPaise: -1 } })
    expect((await status(all[0])).amount).toBe(10_000 - 200 - 36 - 1)
  })

  it('pages the list with limit and offset', async () => {
    const { sandbox, get, pay } = setup({ settlements: false })
    for (let order = 0; order < 12; order += 1) {
      await pay(`order-${order}`)
      await sandbox.settle()
    }
    const page = async (query: string): Promise<{ settlements: unknown[]; hasNext: boolean }> =>
      (await get(`/settlements/v1/range?from=${START}&to=${START + DAY}${query}`)).body
    expect(await page('').then(({ settlements, hasNext }) => [settlements.length, hasNext])).toEqual([10, true])
    expect(await page('&offset=10').then(({ settlements, hasNext }) => [settlements.length, hasNext])).toEqual([
      2,
      false,
    ])
  })

  it.each([
    ['from', 'to=1767853800000'],
    ['to', 'from=1767853800000'],
    ['limit', 'from=1767853800000&to=1767940200000&limit=41'],
    ['from', 'from=1700000000000&to=1767940200000'],
  ])('refuses a list with an invalid %s', async (field, query) => {
    const { get } = setup()
    expect(await get(`/settlements/v1/range?${query}`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(field) },
    })
  })

  it('shows the settlement on its order on request', async () => {
    const { sandbox, get, pay } = setup({ settlements: false })
    await pay('order-1')
    const read = async (settlementDetails?: boolean) =>
      (await get(`/checkout/v2/order/order-1/status?settlementDetails=${settlementDetails}`)).body.settlementDetails
    expect(await read()).toBeUndefined()
    expect(await read(true)).toEqual({ state: 'NOT_INITIATED' })
    const { settlementId, utr } = await sandbox.settle()
    expect(await read(true)).toEqual({ settlementId, utr, state: 'INITIATED' })
  })

  it('writes the report of the dashboard in the columns of today and of older accounts', async () => {
    const { sandbox, pay, refund } = setup({ settlements: false })
    await pay('order-1', 10_000)
    await refund('refund-1', 'order-1', 2_500)
    const { utr, lines } = await sandbox.settle()
    const [payment, refunded] = lines.map(({ transactionId }) => transactionId)
    expect(await sandbox.settlementReport()).toBe(
      [
        'merchant_order_id,transaction_type,transaction_status,transaction_amount,total_fees,total_tax,instrument,transaction_id,utr,settlement_date,customer_name',
        `order-1,PAYMENT,COMPLETED,100.00,2.00,0.36,UPI_QR,${payment},${utr},2026-01-08,"Sandbox, Asha"`,
        `order-1,REFUND,COMPLETED,25.00,0.00,0.00,UPI_QR,${refunded},${utr},2026-01-08,"Sandbox, Asha"`,
        '',
      ].join('\n'),
    )
    const older = (await sandbox.settlementReport({ format: 'older' })).split('\n')
    expect(older[1]).toBe(`PAYMENT,order-1,${payment},UPI_QR,2026-01-08,2026-01-08,100.00,-2.00,${utr},-0.36,0.00,0.00`)
    expect(older[2]).toContain('-25.00,0.00')
  })

  it('refuses misspelt and impossible options and faults', async () => {
    expect(() => setup({ settlements: { holliday: [] } as never })).toThrow(
      'settlements.holliday is not a known option',
    )
    expect(() => setup({ settlements: { cutOffHour: 25 } })).toThrow('settlements.cutOffHour must be a whole number')
    expect(() => setup({ settlements: { holidays: ['26 January'] } })).toThrow('settlements.holidays must be days')
    const { sandbox } = setup()
    await expect(sandbox.setFaults({ settlements: { gap: 1 } as never })).rejects.toThrow('settlements.gap')
  })

  it('keeps settlements in a snapshot, and goes on from it', async () => {
    const { sandbox, pay } = setup()
    await pay('order-1')
    const { snapshotId } = await sandbox.snapshot()
    await sandbox.clock.advance(DAY)
    expect(await sandbox.settlements()).toHaveLength(1)
    await sandbox.restore(snapshotId)
    expect(await sandbox.settlements()).toEqual([])
    await sandbox.clock.advance(DAY)
    expect((await sandbox.settlements()).map(({ state }) => state)).toEqual(['PROCESSED'])
  })
})
