import { expect, it } from 'vitest'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const VISA = { network: 'VISA', last4: '6667' }

it('an order that was paid by card has the network and the last four digits of the card', async () => {
  const { gateway, sandbox, drainJobs } = await createTestGateway()
  await gateway.orders.start({ ...CART, merchantOrderId: 'mine' })
  await sandbox.simulatePayment('mine', { outcome: 'SUCCESS', instrument: 'CREDIT_CARD' })
  await drainJobs()
  expect(await gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', instrument: 'CREDIT_CARD', card: VISA })
  expect((await gateway.orders.list()).rows).toMatchObject([{ card: VISA }])
})

it('an order that was paid from a bank account has no card', async () => {
  const { gateway, sandbox, drainJobs } = await createTestGateway()
  await gateway.orders.start({ ...CART, merchantOrderId: 'mine' })
  await sandbox.simulatePayment('mine', { outcome: 'SUCCESS', instrument: 'ACCOUNT' })
  await drainJobs()
  expect(await gateway.orders.get('mine')).not.toHaveProperty('card')
})

it('four digits of a card number are stored, even if the provider does not mask the number', async () => {
  const { gateway, sandbox, drainJobs, rows } = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      const response = await provider(url, init)
      const text = await response.text()
      return new Response(text.replaceAll('******6667', '4012001037146667'), response)
    },
  })
  await gateway.orders.start({ ...CART, merchantOrderId: 'mine' })
  await sandbox.simulatePayment('mine', { outcome: 'SUCCESS', instrument: 'CREDIT_CARD' })
  await gateway.orders.sync('mine')
  await drainJobs()
  expect(await gateway.orders.get('mine')).toMatchObject({ card: VISA })
  expect(JSON.stringify(await rows('select "attempts" from galla.orders'))).not.toContain('103714')
})

it('erasure removes the card and keeps the payment', async () => {
  const { gateway, sandbox, drainJobs, rows } = await createTestGateway({
    gateway: { policy: { erasePayerAfterDays: 30 } },
  })
  await gateway.orders.start({ ...CART, merchantOrderId: 'mine' })
  await sandbox.simulatePayment('mine', { outcome: 'SUCCESS', instrument: 'CREDIT_CARD' })
  await drainJobs()
  await gateway.payers.erase({ merchantOrderId: 'mine' })
  const order = await gateway.orders.get('mine')
  expect(order).toMatchObject({ state: 'COMPLETED', instrument: 'CREDIT_CARD', transactionId: expect.any(String) })
  expect(order).not.toHaveProperty('card')
  expect(JSON.stringify(await rows('select "attempts" from galla.orders'))).not.toContain('6667')
})
