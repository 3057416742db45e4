import { createHash, createHmac } from 'node:crypto'

/** The same order and the same callback for every subject. */
export const ORDER = { amount: 49_900, redirectUrl: 'https://shop.example/thanks?o=1' }

export const BODY = JSON.stringify({
  event: 'checkout.order.completed',
  type: 'CHECKOUT_ORDER_COMPLETED',
  payload: {
    merchantId: 'TESTMID01',
    merchantOrderId: 'ord_2025_000123',
    orderId: 'OMO2506151000000000000001',
    state: 'COMPLETED',
    amount: 49_900,
    expireAt: 1_750_000_900_000,
    metaInfo: { udf1: 'cart-77', udf2: '', udf3: '' },
    paymentDetails: [
      {
        paymentMode: 'UPI_QR',
        transactionId: 'OM2506151001000000000011',
        timestamp: 1_750_000_060_000,
        amount: 49_900,
        state: 'COMPLETED',
        splitInstruments: [
          {
            amount: 49_900,
            rail: { type: 'UPI', utr: '516600000077', upiTransactionId: 'YBLdemo77', vpa: '90****01@ybl' },
            instrument: { type: 'ACCOUNT', maskedAccountNumber: '******4321', accountType: 'SAVINGS' },
          },
        ],
      },
    ],
  },
})

const username = 'shop_hook'
const password = 'Passw0rd99'
export const CLASSIC = {
  username,
  password,
  authorization: createHash('sha256').update(`${username}:${password}`).digest('hex'),
}

const secretKey = 'whk-demo-secret'
export const HMAC = { secretKey, signature: createHmac('sha256', secretKey).update(BODY).digest('hex') }

/** Headers of every API call besides the token. */
export const API_HEADERS = {
  'content-type': 'application/json',
  'x-source': 'API',
  'x-source-version': 'V2',
  'x-source-platform': 'BACKEND_NODE_SDK',
  'x-source-platform-version': '2.0.1',
}

export const payBody = (index) => ({
  merchantOrderId: `order-${index}`,
  amount: ORDER.amount,
  metaInfo: { udf1: 'cart-77' },
  paymentFlow: { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: ORDER.redirectUrl } },
})

export const GATEWAY_CLIENT = { environment: 'SANDBOX', clientId: 'bench', clientSecret: 'bench client secret' }

export const CONSOLE_PASSWORD = 'bench console password'

/** Database connections of every subject. */
export const CONNECTIONS = 20

/** Callback number `index` of a run, each about another order. */
export const callbackBody = (index) => BODY.replace('ord_2025_000123', `ord_2025_${index}`)
export const CALLBACK_HEADERS = {
  host: 'shop.example',
  'content-type': 'application/json',
  'user-agent': 'provider/2',
  authorization: CLASSIC.authorization,
}

/** Time that the slow provider takes for an answer. Milliseconds. */
export const SLOW_MS = 150
