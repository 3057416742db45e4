import { request } from 'node:http'
import { connect } from 'node:net'
import { createSandbox, type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setUp, standardOrder } from './helpers.ts'

let sandbox: ServedSandbox
let received: { url: string; authorization: string | undefined }[]
/** Bytes of the receiver's answer that were read. */
let read: number
let stopped: boolean

beforeEach(async () => {
  received = []
  read = 0
  stopped = false
  sandbox = await serveSandbox({
    callbacks: { url: 'http://shop.test/hook', username: 'shop_hook', password: 'Passw0rd99' },
    deliver: async (url, { headers }) => {
      received.push({ url, authorization: headers.authorization })
      return new Response(endless())
    },
  })
})
afterEach(() => sandbox.close())

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      read += 1_000
      controller.enqueue(new Uint8Array(1_000).fill(120))
    },
    cancel() {
      stopped = true
    },
  })
}

interface Sent {
  method?: string
  path?: string
  headers?: { [name: string]: string }
  body?: string
}

/** As a browser sends it: `fetch` of Node sends neither `Origin` nor a foreign `Host`. */
const send = ({ method = 'POST', path = '/_sandbox/drill', headers = {}, body = '' }: Sent) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = request(sandbox.url + path, { method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject).end(body)
  })

const elsewhere = JSON.stringify({ url: 'http://127.0.0.1:1/collect', only: ['valid'] })
const json = { 'content-type': 'application/json' }

describe('a page of another program on this machine', () => {
  const origin = 'http://localhost:3000'

  test.each([
    ['text, which needs no permission of the browser', { headers: { 'content-type': 'text/plain', origin } }],
    ['text without an Origin', { headers: { 'content-type': 'text/plain' } }],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['a body without a type', { headers: {} }],
    ['JSON', { headers: { ...json, origin } }],
    ['JSON from an opaque origin', { headers: { ...json, origin: 'null' } }],
    ['JSON to another spelling of the path', { headers: { ...json, origin }, path: '//_sandbox/drill' }],
  ])('cannot make the sandbox send the callback credential elsewhere with %s', async (_, sent) => {
    const { status } = await send({ ...sent, body: elsewhere })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(received).toEqual([])
  })

  test.each(['POST /_sandbox/reset', 'GET /_sandbox/orders', 'DELETE /_sandbox/faults'])(
    'cannot call %s',
    async (call) => {
      const [method = '', path = ''] = call.split(' ')
      expect((await send({ method, path, headers: { origin } })).status).toBe(403)
    },
  )

  test('gets no permission to send JSON, and reaches the API of the provider', async () => {
    const preflight = await send({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    })
    expect(preflight.status).toBe(403)
    expect((await send({ method: 'GET', path: '/checkout/v2/order/x/status', headers: { origin } })).status).toBe(401)
  })
})

test("the sandbox's own page, the command line and curl reach the control API", async () => {
  const own = await send({ headers: { ...json, origin: sandbox.url }, body: elsewhere })
  expect(own.status).toBe(200)
  expect((await send({ headers: json, body: elsewhere })).status).toBe(200)
  expect((await send({ path: '/_sandbox/reset' })).status).toBe(200)
})

describe('sizes', () => {
  const answerTo = (head: string, chunks: string[]) =>
    new Promise<string>((resolve) => {
      const socket = connect(sandbox.port, '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
        socket.destroy()
      })
      socket.on('error', () => resolve(text))
      socket.on('close', () => resolve(text))
      socket.write(
        `POST /checkout/v2/pay HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${head}\r\n\r\n`,
      )
      for (const chunk of chunks) socket.write(chunk)
    })

  test('a body that declares more than a megabyte is refused before it is read', async () => {
    expect(await answerTo('content-length: 1000000000', [])).toMatch(/^HTTP\/1.1 413 .*"data":\{\}\}$/s)
  })

  test('a body without a length is read up to a megabyte', async () => {
    const chunk = `20000\r\n${'x'.repeat(0x20000)}\r\n`
    expect(
      await answerTo(
        'transfer-encoding: chunked',
        Array.from({ length: 9 }, () => chunk),
      ),
    ).toMatch(/^HTTP\/1.1 413 /)
  })

  test('a chunked body of a normal size is read', async () => {
    const body = '{"a":1}'
    const chunked = [`${body.length.toString(16)}\r\n${body}\r\n`, '0\r\n\r\n']
    expect(await answerTo('transfer-encoding: chunked', chunked)).toMatch(/^HTTP\/1.1 401 /)
  })

  test('the answer of a receiver is read up to 2000 bytes', async () => {
    await sandbox.setFaults({})
    const token = await fetch(`${sandbox.url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'shop',
        client_secret: 'any',
        client_version: '1',
        grant_type: 'client_credentials',
      }),
    })
    const { access_token } = await token.json()
    await fetch(`${sandbox.url}/checkout/v2/pay`, {
      method: 'POST',
      headers: { ...json, authorization: `O-Bearer ${access_token}` },
      body: JSON.stringify(standardOrder('order-1--success')),
    })
    await sandbox.simulatePayment('order-1--success', { outcome: 'SUCCESS' })
    await sandbox.idle()
    expect(sandbox.deliveries()[0]).toMatchObject({ delivered: true, answer: { body: 'x'.repeat(2_000) } })
    expect({ stopped, few: read < 10_000 }).toEqual({ stopped: true, few: true })
  })

  test('the journal names the length of a body that is too long for it', async () => {
    const { post, sandbox: own } = setUp()
    await post('/checkout/v2/pay', standardOrder('order-1', { note: 'x'.repeat(30_000) }))
    const [entry] = own.journal({ id: 'order-1' })
    expect(String(entry?.request?.body)).toMatch(/^a body of 30\d\d\d characters/)
  })
})

describe('names of options', () => {
  test.each<[object, string]>([
    [{ callback: {} }, 'callback is not a known option; did you mean "callbacks"?'],
    [{ tokenLifeSecs: 1 }, 'did you mean "tokenLifeSec"?'],
    [{ callbacks: { user: 'x' } }, 'callbacks.user is not a known option'],
    [{ callbacks: { pasword: 'x' } }, 'did you mean "password"?'],
    [{ clock: { freeze: true } }, 'clock.freeze is not a known option; did you mean "frozen"?'],
    [{ refundTiming: { acceptAfter: 1 } }, 'did you mean "acceptAfterMs"?'],
    [{ credentials: [{ clientId: 'a', clientSecret: 'b', version: 1 }] }, 'credentials.version is not a known option'],
    [{ quirks: { qrdata: 'text' } }, 'did you mean "qrData"?'],
    [{ quirks: 'toString' }, 'there is no profile "toString"'],
    [{ port: 0 }, 'port is an option of serveSandbox'],
  ])('%j is refused', (options, sentence) => {
    expect(() => createSandbox(options)).toThrow(TypeError)
    expect(() => createSandbox(options)).toThrow(sentence)
  })

  test('serveSandbox refuses what it sets itself, and names that it does not know', async () => {
    await expect(serveSandbox({ cardOrigin: 'http://x' } as object)).rejects.toThrow(
      'cardOrigin is set by serveSandbox',
    )
    await expect(serveSandbox({ fallbackToFreePorts: true } as object)).rejects.toThrow('fallbackToFreePorts')
  })

  test('setReceiver refuses an unknown field', async () => {
    await expect(sandbox.setReceiver({ usename: 'x' } as object)).rejects.toThrow('did you mean "username"?')
  })
})
