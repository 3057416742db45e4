import type { Paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import { AMOUNT, CART, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const TABLES = ['orders', 'decisions', 'refunds', 'ledger', 'callbacks', 'events', 'deliveries', 'calls', 'tokens']

/** The server answers every write of the table with `disk full`, in the middle of a transaction. */
const fillDisk = (table: string) => `
  create or replace function public.disk_full() returns trigger language plpgsql as $$
  begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create trigger "diskFull" before insert or update on galla.${table} for each statement execute function public.disk_full()`

it.each(TABLES)('completes a payment and its refund once the disk has space again for galla.%s', async (table) => {
  const fulfilled: string[] = []
  const testGateway = await createTestGateway({
    sandbox: { refundTiming: false },
    gateway: { on: { 'order.completed': ({ order }) => void fulfilled.push(order.reference) } },
  })
  const { gateway, sandbox, rows } = testGateway
  const refund = { merchantRefundId: 'r-1', merchantOrderId: 'paid', amount: 20_000 as Paise }
  const steps: (() => Promise<unknown>)[] = [
    () => gateway.orders.start({ ...CART, merchantOrderId: 'paid' }),
    () => sandbox.simulatePayment('paid', { outcome: 'SUCCESS' }),
    () => testGateway.drainJobs(),
    () => gateway.refunds.request(refund),
    () => gateway.runPendingJobs(),
    () => sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' }),
    () => testGateway.drainJobs(),
  ]
  for (const step of steps) {
    await rows(fillDisk(table))
    await step().catch(() => {})
    await rows(`drop trigger "diskFull" on galla.${table}`)
    await rows(`update galla.orders set "leasedUntil" = null`)
    await rows(`update galla.refunds set "leasedUntil" = null`)
    await step().catch(() => {})
  }
  for (let n = 0; n < 6; n += 1) {
    // The caller repeats what failed; the provider completes what it has.
    await gateway.refunds.request(refund).catch(() => {})
    await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' }).catch(() => {})
    for (const one of ['orders', 'refunds', 'callbacks', 'deliveries'])
      await rows(`update galla.${one} set "leasedUntil" = null`)
    await sandbox.idle()
    await testGateway.advance(3_600_000)
  }
  const sent = sandbox.journal({ name: 'refund', kind: 'api' }).filter(({ status }) => status === 200)
  const order = await gateway.orders.get('paid')
  expect(sent).toHaveLength(1)
  const balances = { refundedAmount: 20_000, refundableAmount: AMOUNT - 20_000 }
  expect(order).toMatchObject({ state: 'COMPLETED', ...balances })
  expect(fulfilled).toEqual(['cart-7'])
})

it('eight processes with the same ids start one order and send one refund', async () => {
  const testGateway = await createTestGateway({ sandbox: { refundTiming: false } })
  const { sandbox } = testGateway
  const processes = await Promise.all(Array.from({ length: 8 }, () => testGateway.replica()))
  const started = await Promise.all(processes.map(({ orders }) => orders.start({ ...CART, merchantOrderId: 'paid' })))
  expect(new Set(started.map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
  await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await Promise.all(processes.map(({ orders }) => orders.sync('paid')))
  const refund = { merchantRefundId: 'r-1', merchantOrderId: 'paid', amount: 20_000 as Paise }
  await Promise.all(processes.map(({ refunds }) => refunds.request(refund)))
  await Promise.all(processes.map((one) => one.runPendingJobs()))
  await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
  await sandbox.idle()
  await Promise.all(processes.map(({ refunds }) => refunds.sync('r-1')))
  expect(sandbox.journal({ name: 'refund', kind: 'api' })).toHaveLength(1)
  expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundedAmount: 20_000 })
})
