import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { CONSOLE_PASSWORD, setupConsoles } from './helpers/console-gateway.ts'
import { CART, type TestGateway } from './helpers/test-gateway.ts'

const { createTestGateway } = setupConsoles()
const HOUR_MS = 3_600_000

interface Tried {
  readonly reference: string
  readonly merchantUserId?: string
  /** Failed payments with cards. */
  readonly cards: number
  readonly mode?: string
  readonly state?: string
}

/** An order with payment attempts of this moment. */
async function tryCards(
  { gateway, sandbox, rows }: TestGateway,
  { reference, merchantUserId, cards, mode = 'CARD', state = 'FAILED' }: Tried,
) {
  const { order } = await gateway.orders.start({
    ...CART,
    reference,
    ...(merchantUserId !== undefined && { merchantUserId }),
  })
  const nowMs = Number(sandbox.clock.now())
  const attempts = Array.from({ length: cards }, (_, n) => ({
    transactionId: `T-${reference}-${n}`,
    state,
    amount: order.amount,
    paymentMode: mode,
    timestamp: nowMs,
  }))
  await rows(`update galla.orders set "attempts" = $2, "updatedAtMs" = $3 where "merchantOrderId" = $1`, [
    order.merchantOrderId,
    JSON.stringify(attempts),
    nowMs,
  ])
}

const open = (policy = {}, more = {}) =>
  createTestGateway({ gateway: { policy, console: { password: CONSOLE_PASSWORD }, ...more } })

const found = async ({ gateway }: TestGateway) => {
  const { checks } = await gateway.health()
  return checks.find(({ name }) => name === 'cardTesting')
}
const NONE = { name: 'cardTesting', ok: true, payers: 0, mostAttempts: 0 }

it('a cart with ten failed card payments of an hour counts as card testing, and nine do not', async () => {
  const testGateway = await open()
  await tryCards(testGateway, { reference: 'cart-1', cards: 9 })
  expect(await found(testGateway)).toEqual(NONE)
  await tryCards(testGateway, { reference: 'cart-2', cards: 10 })
  expect(await found(testGateway)).toEqual({ name: 'cardTesting', ok: false, payers: 1, mostAttempts: 10 })
})

const KEY = `one:${randomBytes(32).toString('base64')}`

it.each([
  ['as it is', {}],
  ['encrypted', { dataKeys: [KEY] }],
])('a payer of the merchant, whose id is stored %s, is counted over all orders of the hour', async (_, settings) => {
  const testGateway = await open({ cardTestingAttempts: 6 }, settings)
  for (const reference of ['a', 'b', 'c'])
    await tryCards(testGateway, { reference, merchantUserId: 'user-7', cards: 2 })
  for (const reference of ['d', 'e', 'f']) await tryCards(testGateway, { reference, cards: 2 })
  expect(await found(testGateway)).toEqual({ name: 'cardTesting', ok: false, payers: 1, mostAttempts: 6 })
})

it('paid cards, other payment modes and attempts of an earlier hour do not count', async () => {
  const testGateway = await open({ cardTestingAttempts: 3 })
  await tryCards(testGateway, { reference: 'old', cards: 9 })
  await testGateway.sandbox.clock.advance(HOUR_MS + 1)
  await tryCards(testGateway, { reference: 'upi', cards: 9, mode: 'UPI_COLLECT' })
  await tryCards(testGateway, { reference: 'open', cards: 9, state: 'PENDING' })
  expect(await found(testGateway)).toEqual(NONE)
  await tryCards(testGateway, { reference: 'saved', cards: 3, mode: 'TOKEN' })
  expect(await found(testGateway)).toMatchObject({ ok: false, payers: 1 })
})

it('the metric has the number of payers and names none', async () => {
  const testGateway = await open({ cardTestingAttempts: 3 })
  await tryCards(testGateway, { reference: 'cart-secret', merchantUserId: 'user-secret', cards: 5 })
  const response = await testGateway.gateway.admin.fetch(
    new Request('http://127.0.0.1:3000/metrics', {
      headers: { authorization: `Basic ${Buffer.from(`scraper:${CONSOLE_PASSWORD}`).toString('base64')}` },
    }),
    { address: '127.0.0.1' },
  )
  const text = await response.text()
  expect(text).toContain('galla_card_testing_payers 1')
  expect(text).not.toContain('secret')
})

it.each([1, 1.5, 0, 1_001, '10'])('a threshold of %j is refused', async (cardTestingAttempts) => {
  await expect(open({ cardTestingAttempts })).rejects.toMatchObject({ field: 'policy.cardTestingAttempts' })
})
