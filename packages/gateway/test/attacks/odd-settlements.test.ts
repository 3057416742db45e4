import { expect, it } from 'vitest'
import { json, payOrder } from '../helpers/paid-order.ts'
import { setupTestGateways, type TestGatewayOptions } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Wednesday, 7 January 2026, 12:00 in India. */
const startMs = Date.UTC(2026, 0, 7, 6, 30)
const HALF_A_PAIR = '\ud83d'

/** A shop with a settlement that is paid out, of which no callback tells. */
async function shopWithPayout(wrapProvider: NonNullable<TestGatewayOptions['wrapProvider']>) {
  const testGateway = await createTestGateway({ sandbox: { clock: { frozen: true, startMs } }, wrapProvider })
  await payOrder(testGateway, 'order-1')
  await testGateway.sandbox.setReceiver({ url: '' })
  const { settlementId } = await testGateway.sandbox.settle()
  await testGateway.sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
  return { ...testGateway, settlementId }
}

it.each([
  ['an id that is longer than any', { settlementId: 'S'.repeat(201), state: 'INITIATED' }],
  ['an id with a NUL', { settlementId: 'S\0', state: 'INITIATED' }],
  ['an id with half a surrogate pair', { settlementId: `S${HALF_A_PAIR}`, state: 'INITIATED' }],
  ['a state that is longer than any', { settlementId: 'A-odd', state: 'X'.repeat(101) }],
  ['a state with a NUL', { settlementId: 'A-odd', state: 'X\0' }],
  ['a UTR that is longer than any', { settlementId: 'A-odd', state: 'INITIATED', utr: 'U'.repeat(201) }],
  ['a UTR with half a surrogate pair', { settlementId: 'A-odd', state: 'INITIATED', utr: HALF_A_PAIR }],
])('a settlement with %s in the list of the provider keeps no other settlement from being read', async (_, odd) => {
  const { gateway, settlementId } = await shopWithPayout((provider) => async (url, init) => {
    const response = await provider(url, init)
    if (!String(url).includes('/settlements/v1/range')) return response
    const page = (await response.json()) as { settlements: object[] }
    return json({ ...page, settlements: [odd, ...page.settlements] }, 200)
  })
  await gateway.settlements.sync()
  expect(await gateway.settlements.get(settlementId)).toMatchObject({ state: 'PROCESSED' })
})
