import { describe, expect, it } from 'vitest'
import { CART, CLIENT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const PAGE = 'https://shop.example/thanks?lang=hi'

const start = (testGateway: TestGateway, merchantOrderId: string, more: object = {}) =>
  testGateway.gateway.orders.start({ ...CART, merchantOrderId, ...more })
const pay = ({ sandbox }: TestGateway, merchantOrderId: string) =>
  sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })

describe('the address to which a payer returns', () => {
  it('names the cart to every gateway with the same secret, and is the same for the same cart', async () => {
    const testGateway = await createTestGateway()
    const other = await testGateway.replica()
    const address = testGateway.gateway.returns.url(PAGE, 'टोकरी 7/é')
    expect(other.returns.url(new URL(PAGE), 'टोकरी 7/é')).toBe(address)
    expect(new URL(address).searchParams.get('lang')).toBe('hi')
    await start(testGateway, 'one', { reference: 'टोकरी 7/é', redirectUrl: address })
    const payer = { reference: 'टोकरी 7/é', order: { merchantOrderId: 'one', state: 'PENDING' } }
    const { pathname, search } = new URL(address)
    for (const url of [address, new URL(address), `${pathname}${search}`, search])
      expect(await other.returns.read(url)).toMatchObject(payer)
  })

  it.each<[string, (address: string) => string]>([
    ['without the parameter', () => PAGE],
    ['with the plain reference', () => `${PAGE}&order=${CART.reference}`],
    ['with a changed signature', (address) => address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    [
      'with another reference',
      (address) => address.replace(/r1\.[\w-]+/, `r1.${Buffer.from('else').toString('base64url')}`),
    ],
    ['with a token of the payer', (address) => address.replace(/order=.*/, 'order=g1.b25l.abc.def')],
    ['that is no address', () => 'http://['],
  ])('names no cart %s', async (_, change) => {
    const testGateway = await createTestGateway()
    await start(testGateway, 'one')
    const { returns } = testGateway.gateway
    expect(await returns.read(change(returns.url(PAGE, CART.reference)))).toBeUndefined()
  })

  it('names no cart when another secret has signed it, and none of which there is no order', async () => {
    const testGateway = await createTestGateway()
    const other = await createTestGateway({ gateway: { clientSecret: `${CLIENT.clientSecret} of another` } as never })
    await start(testGateway, 'one')
    const { returns } = testGateway.gateway
    expect(await returns.read(other.gateway.returns.url(PAGE, CART.reference))).toBeUndefined()
    expect(await returns.read(returns.url(PAGE, 'another cart'))).toBeUndefined()
  })

  it.each([
    ['page', 'thanks', CART.reference],
    ['page', 'javascript:alert(1)', CART.reference],
    ['reference', PAGE, ''],
    ['reference', PAGE, 'x'.repeat(201)],
    ['reference', PAGE, 'cart\0'],
    ['reference', PAGE, 'cart\ud800'],
  ])('is refused for a wrong %s (%.20s)', async (field, page, reference) => {
    const { gateway } = await createTestGateway()
    expect(() => gateway.returns.url(page, reference)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', field }),
    )
  })
})

describe('a payer who returns', () => {
  it('sees the payment that the provider has, before any callback', async () => {
    const testGateway = await createTestGateway()
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    await start(testGateway, 'one')
    await pay(testGateway, 'one')
    const { returns } = testGateway.gateway
    expect(await returns.read(returns.url(PAGE, CART.reference))).toMatchObject({
      order: { state: 'COMPLETED', resolution: 'fulfil' },
    })
  })

  it('sees the order that is paid, and the second payment beside it, which is refunded', async () => {
    const testGateway = await createTestGateway()
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    const { returns, orders } = testGateway.gateway
    for (const id of ['one', 'two', 'three']) await start(testGateway, id)
    await pay(testGateway, 'one')
    const address = returns.url(PAGE, CART.reference)
    const paid = { reference: CART.reference, order: { merchantOrderId: 'one', resolution: 'fulfil' } }
    const first = await returns.read(address)
    expect(first).toMatchObject(paid)
    expect(first?.refundedPayment).toBeUndefined()
    await pay(testGateway, 'two')
    await orders.sync('two')
    const refundedPayment = { merchantOrderId: 'two', resolution: 'duplicate-refund' }
    expect(await returns.read(address)).toMatchObject({ ...paid, refundedPayment })
  })

  it('sees that a payment of an older page is refunded, before and after the new amount is paid', async () => {
    const testGateway = await createTestGateway()
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    const { returns, orders } = testGateway.gateway
    await start(testGateway, 'old')
    await start(testGateway, 'new', { amount: CART.amount + 100, replaces: true })
    await pay(testGateway, 'old')
    await orders.sync('old')
    const address = returns.url(PAGE, CART.reference)
    const refundedPayment = { merchantOrderId: 'old', resolution: 'late-refund' }
    const order = { merchantOrderId: 'new', state: 'PENDING' }
    expect(await returns.read(address)).toMatchObject({ order, refundedPayment })
    await pay(testGateway, 'new')
    const paid = { merchantOrderId: 'new', resolution: 'fulfil' }
    expect(await returns.read(address)).toMatchObject({ order: paid, refundedPayment })
  })

  it('sees the newest order of an unpaid cart, also while the provider is away', async () => {
    const testGateway = await createTestGateway()
    for (const id of ['one', 'two']) await start(testGateway, id)
    await testGateway.sandbox.setFaults({ profile: 'token-outage' })
    const { returns } = testGateway.gateway
    expect(await returns.read(returns.url(PAGE, CART.reference))).toMatchObject({
      order: { merchantOrderId: 'two', state: 'PENDING' },
    })
  })

  it('sees the order that is paid also when the cart has had many totals since', async () => {
    const testGateway = await createTestGateway()
    const { returns } = testGateway.gateway
    for (let at = 0; at < 6; at += 1) await start(testGateway, `total-${at}`)
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    await pay(testGateway, 'total-0')
    const address = returns.url(PAGE, CART.reference)
    const paid = { order: { merchantOrderId: 'total-0', state: 'COMPLETED', resolution: 'fulfil' } }
    expect(await returns.read(address)).toMatchObject(paid)
    await testGateway.rows(
      `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "opening", "request", "createdAtMs", "updatedAtMs")
      select 'later-' || n, $1, 'STANDARD', 100, 'FAILED', 'sent', '{}', 9000000000000 + n, 9000000000000 + n from generate_series(1, 60) n`,
      [CART.reference],
    )
    expect(await returns.read(address)).toMatchObject(paid)
  })
})
