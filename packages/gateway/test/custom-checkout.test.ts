import { describe, expect, it } from 'vitest'
import { ears } from './parts/ears.ts'
import { AMOUNT, CART, worlds } from './parts/world.ts'

const open = worlds()
const HOUR_MS = 3_600_000

describe("the merchant's own page", () => {
  const MINE = { ...CART, checkout: 'CUSTOM', merchantOrderId: 'mine' } as const

  it('takes the amount from the books and the choice from the payer', async () => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    await expect(shop.sandbox.order('mine')).rejects.toThrow()
    const { payment, order } = await shop.gateway.orders.pay('mine', { type: 'UPI_QR' })
    expect(payment).toMatchObject({ type: 'UPI_QR', qrData: expect.any(String) })
    expect(order).toMatchObject({ state: 'PENDING', amount: AMOUNT, paymentMode: 'UPI_QR' })
    expect((await shop.sandbox.order('mine')).amount).toBe(AMOUNT)
    await shop.sandbox.settleOrder('mine', { outcome: 'SUCCESS' })
    await shop.settleDown()
    expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', settlement: 'fulfil' })
  })

  it('makes one payment of a double click, and refuses a second way', async () => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    const clicks = await Promise.all([1, 2, 3].map(() => shop.gateway.orders.pay('mine', { type: 'UPI_QR' })))
    expect(clicks.filter(({ payment }) => payment)).not.toEqual([])
    expect(shop.sandbox.journal({ name: 'customPay' })).toHaveLength(1)
    await expect(shop.gateway.orders.pay('mine', { type: 'NET_BANKING', bankId: 'ICIC' })).rejects.toMatchObject({
      code: 'ALREADY_OPENED',
    })
  })

  it.each([
    ['com.phonepe.app', undefined, { deviceOS: 'ANDROID' }],
    ['GPAY', undefined, { deviceOS: 'IOS' }],
    ['PHONEPE', 'iOS', { deviceOS: 'IOS', merchantCallBackScheme: 'https' }],
  ] as const)('opens the app %s of a phone that says %s', async (targetApp, deviceOS, deviceContext) => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    const choice = { type: 'UPI_INTENT', targetApp, ...(deviceOS ? { deviceOS } : {}) } as const
    const { payment } = await shop.gateway.orders.pay('mine', choice)
    expect(payment?.intentUrl).toMatch(/^(upi|ppe):/)
    const [sent] = shop.sandbox.journal({ name: 'customPay' })
    expect(sent?.request?.body).toMatchObject({ deviceContext })
  })

  it.each([
    ['cannot be reached', { kind: 'reset' }],
    ['is too busy', { kind: 'status', status: 429 }],
  ] as const)('lets the payer choose again when the provider %s', async (_how, fault) => {
    const shop = await open({
      wire: (provider) => (url, init) =>
        fault.kind === 'reset' && away && String(url).includes('/payments/v2/pay')
          ? Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))
          : provider(url, init),
    })
    let away = true
    if (fault.kind === 'status') await shop.sandbox.setFaults({ rules: [{ ...fault, endpoints: ['customPay'] }] })
    await shop.gateway.orders.start(MINE)
    await expect(shop.gateway.orders.pay('mine', { type: 'UPI_QR' })).rejects.toMatchObject({ code: 'PROVIDER_AWAY' })
    const put = await shop.gateway.orders.get('mine')
    expect(put).toMatchObject({ state: 'CREATED' })
    expect(put?.paymentMode).toBeUndefined()
    // Nothing was begun, so nobody is asked.
    await shop.advance(60_000)
    expect(shop.sandbox.journal({ name: 'customOrderStatus' })).toEqual([])

    away = false
    await shop.sandbox.setFaults({ rules: [] })
    const { payment } = await shop.gateway.orders.pay('mine', { type: 'NET_BANKING', bankId: 'ICIC' })
    expect(payment).toMatchObject({ type: 'NET_BANKING', redirectUrl: expect.any(String) })
    await shop.sandbox.settleOrder('mine', { outcome: 'SUCCESS' })
    await shop.settleDown()
    expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED' })
  })

  it('waits after a lost reply of a request that reaches the payer by itself', async () => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    await shop.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['customPay'], times: 1 }] })
    const collect = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'success@ybl' } } as const
    const { order, payment } = await shop.gateway.orders.pay('mine', collect)
    expect(order.state).toBe('CREATED')
    expect(payment).toBeUndefined()
    await shop.advance(60_000)
    expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED' })
    expect(JSON.stringify(await shop.rows('select * from galla.orders'))).not.toContain('success@ybl')
  })

  it('is over when the payer never chose', async () => {
    const { heard, on } = ears()
    const shop = await open({ gateway: { on } })
    await shop.gateway.orders.start({ ...MINE, expireAfter: 300 })
    await shop.advance(400_000)
    expect(heard).toEqual([])
    await shop.advance(HOUR_MS)
    expect(heard).toEqual(['failed mine'])
    await expect(shop.gateway.orders.pay('mine', { type: 'UPI_QR' })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  })
})
