import { describe, expect, it } from 'vitest'
import { paise } from '../../src/index.ts'
import { recorded } from '../support/client.ts'
import { response } from '../support/recording-fetch.ts'

const order = { merchantOrderId: 'order-1', amount: paise(49_900) } as const
const full = {
  ...order,
  metaInfo: { udf1: 'cart-77' },
  expireAfter: 900,
  disablePaymentRetry: true,
} as const
const page = { message: 'Order 1', redirectUrl: 'https://shop.example/thanks' } as const
const PAGE_FLOW = { type: 'PG_CHECKOUT', message: page.message, merchantUrls: { redirectUrl: page.redirectUrl } }
const constraints = [{ type: 'ACCOUNT', accountNumber: '000111222333', ifsc: 'ICIC0000001' }] as const

describe('specification §3: Standard checkout request and SDK order request', () => {
  it('specification §3: merchantOrderId, amount, metaInfo, expireAfter, paymentFlow (type PG_CHECKOUT, message, merchantUrls.redirectUrl) — pay', async () => {
    const { galla, wire } = recorded()
    const prefillUserLoginDetails = { phoneNumber: '+919000000001' }
    const paymentModeConfig = { version: 'V2', enabledPaymentModes: [{ type: 'UPI', flows: ['QR'] }] } as const
    await galla.standardCheckout.pay({ ...full, ...page, prefillUserLoginDetails, paymentModeConfig })
    expect(wire.single().path).toMatch(/\/checkout\/v2\/pay$/)
    expect(wire.single().json()).toEqual({
      ...full,
      prefillUserLoginDetails,
      paymentFlow: { ...PAGE_FLOW, paymentModeConfig },
    })
  })

  it('specification §3: the same fields — createSdkOrder', async () => {
    const { galla, wire } = recorded()
    await galla.standardCheckout.createSdkOrder({ ...full, ...page })
    expect(wire.single().path).toMatch(/\/checkout\/v2\/sdk\/order$/)
    expect(wire.single().json()).toEqual({ ...full, paymentFlow: PAGE_FLOW })
  })

  it('specification §3: The custom variant also carries constraints', async () => {
    const { galla, wire } = recorded()
    await galla.customCheckout.createSdkOrder({ ...full, ...page, constraints })
    expect(wire.single().path).toMatch(/\/payments\/v2\/sdk\/order$/)
    expect(wire.single().json()).toEqual({ ...full, constraints, paymentFlow: PAGE_FLOW })
  })

  it('omits fields that are not given', async () => {
    const { galla, wire } = recorded()
    await galla.standardCheckout.pay(order)
    await galla.standardCheckout.createSdkOrder(order)
    await galla.customCheckout.createSdkOrder(order)
    for (const call of wire.calls) expect(call.json()).toEqual({ ...order, paymentFlow: { type: 'PG_CHECKOUT' } })
  })

  it('returns redirectUrl from pay and token from createSdkOrder', async () => {
    const created = { orderId: 'OMO1', state: 'PENDING', expireAt: 1_750_000_900_000 }
    const { galla } = recorded(({ path }) => {
      if (path.endsWith('/checkout/v2/pay')) return response({ ...created, redirectUrl: 'https://pay.example' })
      return path.endsWith('/sdk/order') ? response({ ...created, token: 'order-token' }) : undefined
    })
    expect(await galla.standardCheckout.pay(order)).toEqual({ ...created, redirectUrl: 'https://pay.example' })
    expect(await galla.standardCheckout.createSdkOrder(order)).toEqual({ ...created, token: 'order-token' })
    expect(await galla.customCheckout.createSdkOrder(order)).toEqual({ ...created, token: 'order-token' })
  })
})

describe('specification §3: Refund request', () => {
  it('specification §3: merchantRefundId, originalMerchantOrderId, amount', async () => {
    const { galla, wire } = recorded(({ path }) =>
      path.endsWith('/refund') ? response({ refundId: 'OMR1', amount: 10_000, state: 'PENDING' }) : undefined,
    )
    const input = { merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: paise(10_000) }
    expect(await galla.refunds.create(input)).toEqual({ refundId: 'OMR1', amount: 10_000, state: 'PENDING' })
    expect(wire.single().json()).toEqual(input)
  })
})
