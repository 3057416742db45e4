/** The provider of all benchmarks: a process of its own with canned replies and keep-alive. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { SLOW_MS } from './lib/inputs.mjs'

const now = Math.floor(Date.now() / 1_000)
const TOKEN = {
  access_token: 'x'.repeat(180),
  encrypted_access_token: 'x'.repeat(180),
  expires_in: null,
  issued_at: now,
  expires_at: now + 86_400,
  session_expires_at: now + 86_400,
  token_type: 'O-Bearer',
}
const PAY = {
  orderId: 'OMO2506151000000000000001',
  state: 'PENDING',
  expireAt: 1_750_000_900_000,
  redirectUrl: `https://pay.example/transact/uat_v2?token=${'t'.repeat(160)}`,
}
const PAID_BY = {
  rail: { type: 'UPI', utr: '516600000077', upiTransactionId: 'YBLdemo77', vpa: '90****01@ybl' },
  instrument: {
    type: 'ACCOUNT',
    maskedAccountNumber: '******4321',
    accountType: 'SAVINGS',
    accountHolderName: 'A Tester',
  },
}
const STATUS = {
  merchantId: 'TESTMID01',
  merchantOrderId: 'order-1',
  orderId: PAY.orderId,
  state: 'COMPLETED',
  amount: 49_900,
  payableAmount: 49_900,
  feeAmount: 0,
  expireAt: PAY.expireAt,
  metaInfo: { udf1: 'cart-77', udf2: '', udf3: '' },
  paymentDetails: [
    {
      transactionId: 'OM2506151001000000000011',
      paymentMode: 'UPI_INTENT',
      timestamp: 1_750_000_060_000,
      amount: 49_900,
      payableAmount: 49_900,
      feeAmount: 0,
      state: 'COMPLETED',
      ...PAID_BY,
      splitInstruments: [{ amount: 49_900, ...PAID_BY }],
    },
  ],
}
const REFUSED = { success: false, code: 'AUTHORIZATION_FAILED', message: 'Authorization failed', data: {} }

const canned = (status, body) => {
  const bytes = Buffer.from(JSON.stringify(body))
  return { status, bytes, headers: { 'content-type': 'application/json', 'content-length': bytes.length } }
}
const REPLY = {
  token: canned(200, TOKEN),
  pay: canned(200, PAY),
  status: canned(200, STATUS),
  refused: canned(401, REFUSED),
}

/** Replies with the ids of the order that the request is about; every order is paid. For a merchant who compares them. */
function replyAboutOrder(request, response) {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const [, asked] = /\/order\/([^/]+)\/status/.exec(request.url) ?? []
    const merchantOrderId = asked ?? JSON.parse(body).merchantOrderId
    const orderId = `OMO-${merchantOrderId}`
    const ids = { orderId, expireAt: Date.now() + 900_000 }
    const redirectUrl = `https://pay.example/transact/uat_v2?token=${merchantOrderId.padStart(160, 't')}`
    const [payment] = STATUS.paymentDetails
    const paid = { ...payment, transactionId: `OM-${merchantOrderId}`, timestamp: Date.now() }
    const reply = canned(
      200,
      asked === undefined
        ? { ...PAY, ...ids, redirectUrl }
        : { ...STATUS, ...ids, merchantOrderId, paymentDetails: [paid] },
    )
    response.writeHead(reply.status, reply.headers)
    response.end(reply.bytes)
  })
}

/** Tokens issued since the last message, and in total. */
let tokens = 0
let issued = 0
/** Number of further API calls that are answered with 401. */
let refusals = 0

/** With a key and a certificate it speaks HTTPS. */
const [, , key, cert] = process.argv
const options = { keepAliveTimeout: 600_000 }
const listen = key
  ? (answer) => createTlsServer({ ...options, key: readFileSync(key), cert: readFileSync(cert) }, answer)
  : (answer) => createServer(options, answer)
const server = listen((request, response) => {
  const { method, url } = request
  if (url.startsWith('/own/')) return replyAboutOrder(request, response)
  if (url.startsWith('/slow/')) return void setTimeout(replyAboutOrder, SLOW_MS, request, response)
  request.resume()
  request.on('end', () => {
    let reply = method === 'GET' ? REPLY.status : REPLY.pay
    if (url.endsWith('/v1/oauth/token')) {
      tokens += 1
      issued += 1
      // Every token is different, because a client compares a new token with the refused one.
      reply = canned(200, { ...TOKEN, access_token: String(issued).padStart(180, 'x') })
    } else if (refusals > 0) {
      refusals -= 1
      reply = REPLY.refused
    }
    response.writeHead(reply.status, reply.headers)
    response.end(reply.bytes)
  })
})
server.listen(0, '127.0.0.1', () =>
  process.send({ origin: `${key ? 'https' : 'http'}://127.0.0.1:${server.address().port}` }),
)

process.on('message', (message) => {
  if (message.refuse !== undefined) refusals = message.refuse
  process.send({ tokens })
  tokens = 0
})
process.on('disconnect', () => process.exit())
