import { type Galla, type GallaError, paise } from '@galla/sdk'
import { createdOrder, pendingOrder, scriptTokens, TOKEN_ROUTE } from '@galla/testkit/factories'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { clientOf } from '../support/client-of.ts'
import { TRANSPORTS } from '../support/transports.ts'

const PAY = 'POST /checkout/v2/pay'
const READ = 'GET /checkout/v2/order/{id}/status'

interface Case {
  name: string
  answer: answers.Answer
  kind: GallaError['kind']
  httpStatus?: number
  outcome?: GallaError['outcome']
  /** True when a read is retryable. A payment is not, after it may have been sent. */
  retryable?: boolean
  message?: RegExp
}

const CASES: readonly Case[] = [
  {
    name: 'HTML instead of JSON',
    answer: answers.html(200),
    kind: 'invalid-response',
    httpStatus: 200,
    message: /html/,
  },
  { name: 'HTML with 502', answer: answers.html(502), kind: 'server-error', httpStatus: 502 },
  { name: 'incomplete JSON', answer: answers.raw(200, '{"orderId":'), kind: 'invalid-response', httpStatus: 200 },
  { name: 'a JSON list', answer: answers.json(200, [{ orderId: 'O' }]), kind: 'invalid-response', httpStatus: 200 },
  { name: 'a JSON null', answer: answers.json(200, null), kind: 'invalid-response', httpStatus: 200 },
  {
    name: 'a truncated body',
    answer: answers.truncated('{"orderId":"O"}'),
    kind: 'invalid-response',
    httpStatus: 200,
    message: /the body is incomplete/,
  },
  {
    name: 'a truncated error body',
    answer: answers.truncated('{"code":', 400),
    kind: 'invalid-response',
    httpStatus: 400,
    message: /the body is incomplete/,
  },
  {
    name: 'an empty body',
    answer: answers.empty(200),
    kind: 'invalid-response',
    httpStatus: 200,
    message: /status 200 with an empty body/,
  },
  {
    name: '204',
    answer: answers.noContent(),
    kind: 'invalid-response',
    httpStatus: 204,
    message: /status 204 with an empty body/,
  },
  {
    name: 'a 10 MB body',
    answer: answers.large(),
    kind: 'invalid-response',
    httpStatus: 200,
    message: /larger than 4194304 bytes/,
  },
  { name: 'a 10 MB error body', answer: answers.large(undefined, 500), kind: 'invalid-response', httpStatus: 500 },
  { name: 'a reset before the request is read', answer: answers.resetBeforeReading(), kind: 'network' },
  { name: 'a reset after the request is read', answer: answers.resetAfterReading(), kind: 'network' },
  { name: 'a connection closed without a response', answer: closeSilently(), kind: 'network' },
  { name: 'a response that is not HTTP', answer: sendRaw('not HTTP\r\n\r\n'), kind: 'invalid-response' },
  { name: 'early hints, then a reset', answer: hintsThenReset(), kind: 'network' },
  {
    name: '400',
    answer: answers.json(400, { code: 'BAD_REQUEST' }),
    kind: 'bad-request',
    httpStatus: 400,
    outcome: 'rejected',
    retryable: false,
  },
  { name: '408', answer: answers.json(408, {}), kind: 'client-error', httpStatus: 408 },
  { name: '500', answer: answers.json(500, {}), kind: 'server-error', httpStatus: 500 },
  { name: '503 as plain text', answer: answers.raw(503, 'R999'), kind: 'server-error', httpStatus: 503 },
  ...[301, 302, 303, 307, 308].map((status) => ({
    name: `a redirect with ${status}`,
    answer: answers.json(status, {}, { location: '/elsewhere' }),
    kind: 'http' as const,
    httpStatus: status,
    retryable: false,
  })),
  { name: '304', answer: answers.empty(304), kind: 'http', httpStatus: 304, retryable: false },
  { name: '600', answer: answers.json(600, {}), kind: 'http', httpStatus: 600, retryable: false },
  { name: '999', answer: answers.json(999, {}), kind: 'http', httpStatus: 999, retryable: false },
]

describe.each(TRANSPORTS)('over $name', ({ name, make }) => {
  let server: ScriptedServer
  let galla: Galla
  const pay = () => galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: paise(100) })
  const read = () => galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' })

  beforeEach(async () => {
    server = scriptTokens(await startScriptedServer())
    galla = clientOf(server.origin, { fetch: make() })
  })
  afterEach(async () => {
    await galla.close()
    await server.close()
  })

  describe.each(CASES)('$name', ({ answer, kind, httpStatus, outcome = 'unknown', retryable = true, message }) => {
    const common = { kind, outcome, attempts: 1 }

    it('maps the response to a payment', async () => {
      server.on(PAY, answer).otherwise(answers.json(200, {}))
      const error = await failureOf(pay())
      expect(error).toMatchObject({ ...common, retryable: false, endpoint: 'standardPay' })
      expect(Reflect.get(error, 'httpStatus')).toBe(httpStatus)
      if (message) expect(error.message).toMatch(message)
      if (outcome === 'unknown' && !httpStatus) expect(error.message).toMatch(/read its status before anything else/)
      expect(server.requests.map(({ path }) => path)).toEqual(['/v1/oauth/token', '/checkout/v2/pay'])
    })

    it('maps the response to a status call', async () => {
      server.on(READ, answer).otherwise(answers.json(200, {}))
      const error = await failureOf(read())
      expect(error).toMatchObject({ ...common, retryable, endpoint: 'standardOrderStatus' })
      expect(Reflect.get(error, 'httpStatus')).toBe(httpStatus)
      expect(error.message).not.toMatch(/read its status/)
      expect(server.requests).toHaveLength(2)
    })

    it('maps the response to the token request to not-sent', async () => {
      server.on(TOKEN_ROUTE, answer).on(PAY, answers.json(200, createdOrder()))
      const error = await failureOf(pay())
      expect(error).toMatchObject({ kind, outcome: 'not-sent', attempts: 0, endpoint: 'token' })
      expect(server.requestsTo(PAY)).toHaveLength(0)
    })
  })

  it.each([429, 401])('marks a payment refused with %i as retryable', async (status) => {
    server.on(PAY, answers.json(status, { code: 'NO' }))
    expect(await failureOf(pay())).toMatchObject({
      httpStatus: status,
      outcome: 'rejected',
      retryable: true,
      attempts: 1,
    })
  })

  it('decodes a response that arrives byte by byte', async () => {
    const bytes = Buffer.from(JSON.stringify(pendingOrder({ metaInfo: { udf1: 'चाय ₹10 ☕' } })))
    server.on(READ, pieces(bytes, 1))
    expect((await read()).metaInfo).toEqual({ udf1: 'चाय ₹10 ☕' })
  })

  it('accepts a body of 4 MiB and no more', async () => {
    const body = JSON.stringify({ ...createdOrder(), padding: '' })
    const padding = 'x'.repeat(4 * 1024 * 1024 - body.length)
    server.on(
      PAY,
      answers.json(200, { ...createdOrder(), padding }),
      answers.json(200, { ...createdOrder(), padding: `${padding}x` }),
    )
    expect(await pay()).toMatchObject({ padding })
    expect(await failureOf(pay())).toMatchObject({ kind: 'invalid-response', outcome: 'unknown' })
  })

  it('accepts early hints before the response, and any 2xx status', async () => {
    server.on(READ, hintsThenAnswer(answers.json(200, pendingOrder())), answers.json(299, pendingOrder()))
    expect((await read()).state).toBe('PENDING')
    expect((await read()).state).toBe('PENDING')
  })

  it('returns Retry-After as retryAfterMs, in any letter case and format', async () => {
    server.on(
      PAY,
      answers.json(429, {}, { 'RETRY-AFTER': '7' }),
      answers.json(503, {}, { 'Retry-After': 'Mon, 01 Jan 2001 00:00:00 GMT' }),
    )
    expect((await failureOf(pay())).retryAfterMs).toBe(7_000)
    expect((await failureOf(pay())).retryAfterMs).toBe(0)
  })

  it('reuses one connection for sequential calls, but not over fetch, and reconnects when the server closes it', async () => {
    server.on(READ, answers.json(200, pendingOrder()))
    for (let call = 0; call < 10; call += 1) await read()
    // undici opens a second one when a request starts before it has noticed that the first is free.
    const first = server.connections
    // A connection of fetch may have been forgotten by the server while the process was suspended: each call makes its own.
    expect(first).toBeLessThanOrEqual({ 'node:http': 1, undici: 2, fetch: 11 }[name])
    if (name === 'fetch') expect(first).toBeGreaterThan(10)
    server.on(READ, answers.closing(answers.json(200, pendingOrder())))
    for (let call = 0; call < 3; call += 1) await read()
    expect(server.connections).toBeGreaterThan(first)
  })

  it('reconnects after a reset', async () => {
    server.on(READ, answers.resetAfterReading(), answers.json(200, pendingOrder()))
    await failureOf(read())
    expect((await read()).state).toBe('PENDING')
  })
})

/** Closes the connection without a byte. */
function closeSilently(): answers.Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.socket?.end()
  }
}

function sendRaw(text: string): answers.Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.socket?.end(text)
  }
}

function hintsThenAnswer(answer: answers.Answer): answers.Answer {
  return async (exchange) => {
    exchange.response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
    await answer(exchange)
  }
}

function hintsThenReset(): answers.Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.socket?.write('HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n', () => response.socket?.destroy())
  }
}

/** Chunked, `each` bytes per chunk. */
function pieces(bytes: Buffer, each: number): answers.Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.writeHead(200, { 'content-type': 'application/json' })
    for (let at = 0; at < bytes.length; at += each) response.write(bytes.subarray(at, at + each))
    response.end()
  }
}
