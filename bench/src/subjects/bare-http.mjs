import { createHmac, timingSafeEqual } from 'node:crypto'
import { bareCalls } from '../lib/bare-call.mjs'
import { BODY, CLASSIC, HMAC, payBody } from '../lib/inputs.mjs'

/** The minimum that a Node program can do: node:http, one keep-alive agent, JSON.parse, a constant token. */
export async function prepare(origin, { base = '/pg', token } = {}) {
  const call = bareCalls(origin, token)
  const expected = Buffer.from(CLASSIC.authorization)
  return {
    pay: (index) => call('POST', `${base}/checkout/v2/pay`, JSON.stringify(payBody(index))),
    status: (index) => call('GET', `${base}/checkout/v2/order/order-${index}/status?details=false`),
    verifyClassic(count) {
      for (let turn = 0; turn < count; turn += 1) {
        const given = Buffer.from(CLASSIC.authorization)
        if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('refused')
        JSON.parse(BODY)
      }
    },
    verifyHmac(count) {
      for (let turn = 0; turn < count; turn += 1) {
        const wanted = createHmac('sha256', HMAC.secretKey).update(BODY).digest()
        const given = Buffer.from(HMAC.signature, 'hex')
        if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Error('refused')
        JSON.parse(BODY)
      }
    },
  }
}
