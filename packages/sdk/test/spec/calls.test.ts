import { describe, expect, it } from 'vitest'
import { type Galla, paise } from '../../src/index.ts'
import { CREDENTIALS, recorded } from '../support/client.ts'

const order = { merchantOrderId: 'order-1', amount: paise(100) } as const
const BASE = '/apis/pg-sandbox'

/** The calls of specification §7. */
const ROWS: readonly (readonly [string, string, string, (galla: Galla) => Promise<unknown>])[] = [
  [
    'POST',
    '/payments/v2/pay',
    '',
    ({ customCheckout }) => customCheckout.pay({ ...order, paymentMode: { type: 'UPI_QR' } }),
  ],
  [
    'GET',
    '/payments/v2/order/order-1/status',
    'details=false',
    ({ customCheckout }) => customCheckout.getOrderStatus({ merchantOrderId: 'order-1' }),
  ],
  [
    'GET',
    '/payments/v2/order/order-1/status',
    'details=true',
    ({ customCheckout }) => customCheckout.getOrderStatus({ merchantOrderId: 'order-1', details: true }),
  ],
  [
    'POST',
    '/payments/v2/refund',
    '',
    ({ refunds }) =>
      refunds.create({ merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: paise(100) }),
  ],
  ['GET', '/payments/v2/refund/r-1/status', '', ({ refunds }) => refunds.getStatus({ merchantRefundId: 'r-1' })],
  [
    'GET',
    '/payments/v2/transaction/OM1/status',
    '',
    ({ customCheckout }) => customCheckout.getTransactionStatus({ transactionId: 'OM1' }),
  ],
  ['POST', '/payments/v2/sdk/order', '', ({ customCheckout }) => customCheckout.createSdkOrder(order)],
  ['POST', '/checkout/v2/pay', '', ({ standardCheckout }) => standardCheckout.pay(order)],
  [
    'GET',
    '/checkout/v2/order/order-1/status',
    'details=false',
    ({ standardCheckout }) => standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' }),
  ],
  [
    'GET',
    '/checkout/v2/order/order-1/status',
    'details=true',
    ({ standardCheckout }) => standardCheckout.getOrderStatus({ merchantOrderId: 'order-1', details: true }),
  ],
  [
    'GET',
    '/checkout/v2/transaction/OM1/status',
    '',
    ({ standardCheckout }) => standardCheckout.getTransactionStatus({ transactionId: 'OM1' }),
  ],
  ['POST', '/checkout/v2/sdk/order', '', ({ standardCheckout }) => standardCheckout.createSdkOrder(order)],
  [
    'GET',
    '/checkout/v2/order/order-1/status',
    'details=false&errorContext=true',
    ({ standardCheckout }) => standardCheckout.getOrderStatus({ merchantOrderId: 'order-1', errorContext: true }),
  ],
  [
    'GET',
    '/payments/v2/transaction/OM1/status',
    'errorContext=true',
    ({ customCheckout }) => customCheckout.getTransactionStatus({ transactionId: 'OM1', errorContext: true }),
  ],
  ['POST', '/v2/validate/upi', '', ({ upi }) => upi.validate({ type: 'VPA', vpa: 'payer@bank' })],
]

describe('specification §7: The calls it makes', () => {
  it.each(ROWS)('specification §7: %s %s?%s', async (method, path, query, call) => {
    const { galla, wire } = recorded()
    await call(galla)
    const sent = wire.single()
    expect({ method: sent.method, path: sent.path, query: sent.query }).toEqual({ method, path: BASE + path, query })
    expect(sent.text === undefined).toBe(method === 'GET')
  })

  it('specification §7: POST /v1/oauth/token: form body: client_id, client_secret, client_version, grant_type (client_credentials)', async () => {
    const { galla, wire } = recorded()
    await galla.refunds.getStatus({ merchantRefundId: 'r-1' })
    const [token, ...more] = wire.tokens
    expect(more).toEqual([])
    expect(token).toMatchObject({ method: 'POST', path: `${BASE}/v1/oauth/token`, query: '' })
    expect(token?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(token?.text))).toEqual({
      client_id: CREDENTIALS.clientId,
      client_secret: CREDENTIALS.clientSecret,
      client_version: '1',
      grant_type: 'client_credentials',
    })
  })

  it('validates a UPI number and returns the response unchanged', async () => {
    const { galla, wire } = recorded()
    await galla.upi.validate({ type: 'UPI_NUMBER', upiNumber: '9000000001' })
    expect(wire.single().json()).toEqual({ type: 'UPI_NUMBER', upiNumber: '9000000001' })
  })
})

describe('specification §7: headers', () => {
  const CALLS = ROWS.map(([method, path, query, call]) => [`${method} ${path}?${query}`, call] as const)

  it.each(CALLS)(
    'specification §7: All calls carry a bearer token in the Authorization header, send JSON, and carry source headers — %s',
    async (_title, call) => {
      const { galla, wire } = recorded()
      await call(galla)
      expect(wire.single().headers).toEqual({
        authorization: 'O-Bearer token-1',
        'content-type': 'application/json',
        accept: 'application/json',
        'x-source': 'API',
        'x-source-version': 'V2',
        'x-source-platform': 'BACKEND_NODE_SDK',
        'x-source-platform-version': '2.0.1',
      })
    },
  )

  it('sends none of these headers, nor Authorization, with the token request', async () => {
    const { galla, wire } = recorded()
    await galla.refunds.getStatus({ merchantRefundId: 'r-1' })
    expect(Object.keys(wire.tokens[0]?.headers ?? {}).sort()).toEqual(['accept', 'content-type'])
  })

  it('sends the configured platform and the headers of the call', async () => {
    const { galla, wire } = recorded(undefined, { platform: { name: 'MY_SHOP', version: '7' } })
    await galla.refunds.getStatus({ merchantRefundId: 'r-1' }, { headers: { 'X-MERCHANT-ID': 'M1' } })
    expect(wire.single().headers).toMatchObject({
      'x-source-platform': 'MY_SHOP',
      'x-source-platform-version': '7',
      'x-merchant-id': 'M1',
    })
  })

  it.each([
    'Authorization',
    'authorization',
    'Content-Type',
    'HOST',
    'content-length',
    'Connection',
    'Transfer-Encoding',
  ])('rejects the call header %s', async (name) => {
    const { galla, wire } = recorded()
    const read = galla.refunds.getStatus({ merchantRefundId: 'r-1' }, { headers: { [name]: 'x' } })
    await expect(read).rejects.toMatchObject({ kind: 'invalid-request', field: `headers.${name}` })
    expect(wire.requests).toEqual([])
  })
})
