import { readFileSync } from 'node:fs'

/** What the recording provider answers. Values follow the provider's documented samples. */

export const TOKEN = {
  access_token: 'recorded-token',
  encrypted_access_token: 'recorded-token',
  expires_in: null,
  issued_at: 1_750_000_000,
  expires_at: 1_750_003_600,
  session_expires_at: 1_750_003_600,
  token_type: 'O-Bearer',
}

const OPENED = {
  orderId: 'OMO2506151000000000000001',
  state: 'PENDING',
  expireAt: 1_750_000_900_000,
  redirectUrl: 'https://pay.example/transact?token=demo',
  token: 'order-token',
}
const UPI = {
  rail: { type: 'UPI', utr: '516600000077', upiTransactionId: 'YBLdemo77', vpa: '90****01@ybl' },
  instrument: {
    type: 'ACCOUNT',
    maskedAccountNumber: '******4321',
    accountType: 'SAVINGS',
    accountHolderName: 'A Tester',
    ifsc: 'ICIC0000001',
  },
}
const attempt = (more) => ({
  transactionId: 'OM2506151001000000000011',
  paymentMode: 'UPI_INTENT',
  timestamp: 1_750_000_060_000,
  amount: 49_900,
  payableAmount: 49_900,
  feeAmount: 0,
  state: 'COMPLETED',
  ...more,
})
const order = (paymentDetails, more) => ({
  merchantId: 'TESTMID01',
  merchantOrderId: 'order-1',
  orderId: OPENED.orderId,
  state: 'COMPLETED',
  amount: 49_900,
  payableAmount: 49_900,
  feeAmount: 0,
  expireAt: OPENED.expireAt,
  metaInfo: { udf1: 'cart-77' },
  paymentDetails,
  ...more,
})
const split = (rail, instrument, amount = 49_900) => ({ amount, rail, instrument })
const CARD = {
  bankId: 'ICIC',
  bankTransactionId: '77',
  brn: '9000000001',
  arn: '74',
  geoScope: 'DOMESTIC',
  cardNetwork: 'VISA',
  maskedCardNumber: '******6667',
}
const REFUND = {
  merchantId: 'TESTMID01',
  merchantRefundId: 'refund-1',
  originalMerchantOrderId: 'order-1',
  refundId: 'OMR2506161000000000000009',
  amount: 10_000,
  state: 'COMPLETED',
  timestamp: 1_750_090_000_000,
  splitInstruments: [split(UPI.rail, UPI.instrument, 10_000)],
}

export function replyTo({ host, method, path }) {
  if (host === 'identity') return [200, TOKEN]
  if (host === 'events') return [200, {}]
  if (method === 'POST')
    return [200, path.endsWith('/refund') ? { refundId: REFUND.refundId, amount: 10_000, state: 'PENDING' } : OPENED]
  return [200, path.includes('/refund/') ? REFUND : order([attempt(UPI)])]
}

/** Replies to be read by the official client: what it makes of them is recorded. */
export const REPLIES = [
  { name: 'pay', method: 'pay', reply: OPENED },
  { name: 'pay with a field nobody knows', method: 'pay', reply: { ...OPENED, novelty: { deep: [1] } } },
  { name: 'SDK order', method: 'createSdkOrder', reply: OPENED },
  {
    name: 'order paid by UPI',
    method: 'getOrderStatus',
    reply: order([attempt({ ...UPI, splitInstruments: [split(UPI.rail, UPI.instrument)] })]),
  },
  {
    name: 'order paid by credit card',
    method: 'getOrderStatus',
    reply: order([
      attempt({
        paymentMode: 'CARD',
        splitInstruments: [
          split(
            { type: 'PG', authorizationCode: 'A1B2C3', transactionId: 't', serviceTransactionId: 's' },
            { type: 'CREDIT_CARD', ...CARD },
          ),
        ],
      }),
    ]),
  },
  {
    name: 'order paid by debit card',
    method: 'getOrderStatus',
    reply: order([attempt({ paymentMode: 'CARD', rail: { type: 'PG' }, instrument: { type: 'DEBIT_CARD', ...CARD } })]),
  },
  {
    name: 'order paid by net banking',
    method: 'getOrderStatus',
    reply: order([
      attempt({
        paymentMode: 'NET_BANKING',
        rail: { type: 'PG' },
        instrument: { type: 'NET_BANKING', bankId: 'ICIC', brn: '9002' },
      }),
    ]),
  },
  {
    name: 'order paid from wallet and voucher',
    method: 'getOrderStatus',
    reply: order([
      attempt({
        splitInstruments: [
          split({ type: 'PPI_WALLET' }, { type: 'WALLET', walletId: 'w' }, 40_000),
          split({ type: 'PPI_EGV' }, { type: 'EGV', cardNumber: '****1', programId: 'p' }, 9_900),
        ],
      }),
    ]),
  },
  {
    name: 'order paid by something new',
    method: 'getOrderStatus',
    reply: order(
      [
        attempt({
          paymentMode: 'NEW_MODE',
          rail: { type: 'NEW_RAIL', a: 1 },
          instrument: { type: 'NEW_INSTRUMENT', b: 2 },
        }),
      ],
      { state: 'NEW_STATE' },
    ),
  },
  { name: 'order nobody tried to pay', method: 'getOrderStatus', reply: order([], { state: 'PENDING' }) },
  {
    name: 'order that failed',
    method: 'getOrderStatus',
    reply: order([attempt({ state: 'FAILED', errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' })], {
      state: 'FAILED',
      errorCode: 'INVALID_MPIN',
      detailedErrorCode: 'ZM',
      errorContext: {
        errorCode: 'INVALID_MPIN',
        detailedErrorCode: 'ZM',
        source: 'CUSTOMER',
        stage: 'AUTHENTICATION',
        description: 'wrong UPI PIN',
      },
    }),
  },
  { name: 'transaction', method: 'getTransactionStatus', reply: order([attempt(UPI)]) },
  { name: 'refund', method: 'refund', reply: { refundId: REFUND.refundId, amount: 10_000, state: 'PENDING' } },
  { name: 'refund status, root shape', method: 'getRefundStatus', reply: REFUND },
  {
    name: 'refund status, details shape',
    method: 'getRefundStatus',
    reply: { ...REFUND, paymentDetails: [attempt({ ...UPI, amount: 10_000 })] },
  },
]

/** The refusals that the error vectors describe; those with a body first. */
const vectors = JSON.parse(
  readFileSync(new URL('../../packages/contract/vectors/error-mapping.json', import.meta.url), 'utf8'),
)
const named = (name) => vectors.cases.find((one) => one.name === name)

export const ERROR_CASES = [
  named('wrong token'),
  named('blank field'),
  ...vectors.cases.filter(({ name }) => name !== 'wrong token' && name !== 'blank field'),
]
