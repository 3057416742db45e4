import { createHmac, timingSafeEqual } from 'node:crypto'
import { Agent, request } from 'node:http'
import { API_HEADERS, BODY, CLASSIC, HMAC, payBody } from '../lib/inputs.mjs'

/** The minimum that a Node program can do: node:http, one keep-alive agent, JSON.parse, a constant token. */
export async function prepare(origin, { base = '/pg', token = `O-Bearer ${'x'.repeat(180)}` } = {}) {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true })
  const headers = { ...API_HEADERS, authorization: token }
  const call = (method, path, body) =>
    new Promise((resolve, reject) => {
      const more = body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) }
      const outgoing = request({ hostname, port, method, path, agent, headers: more }, (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk) => {
          text += chunk
        })
        reply.on('end', () => resolve(JSON.parse(text)))
        reply.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
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
