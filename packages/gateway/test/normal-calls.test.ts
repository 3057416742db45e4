import { expect, it } from 'vitest'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const MINUTE_MS = 60_000

it.each([
  ['11 minutes', 11 * MINUTE_MS],
  ['a day', 24 * 60 * MINUTE_MS],
])('a payment that is found %s late in a database that was never restored costs one status call', async (_, lateMs) => {
  const calls: string[] = []
  const { gateway, sandbox } = await createTestGateway({
    wrapProvider: (provider) => (url, init) => {
      calls.push(new URL(String(url)).pathname)
      return provider(url, init)
    },
  })
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.setFaults({ callbacks: { dropRate: 1 } })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await sandbox.clock.advance(lateMs)
  calls.splice(0)
  await gateway.runPendingJobs()
  expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  expect(calls.map((path) => path.replace(/^.*\/(order|refund)\//, '$1/'))).toEqual(['order/one/status'])
})
