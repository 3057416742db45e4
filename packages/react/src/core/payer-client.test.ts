import { describe, expect, it } from 'vitest'
import { tokenOf, viewOf } from '../../test/helpers/payer-view.ts'
import { orderOfToken, payerClient } from './payer-client.ts'

const payerToken = tokenOf('tea-1')

function clientOf(reply: () => Response | Promise<Response>) {
  const requests: Request[] = []
  const fake: typeof fetch = async (input, init) => {
    requests.push(new Request(new URL(String(input), 'http://shop.test'), init))
    return reply()
  }
  const client = payerClient({ gatewayUrl: '/payments/', merchantOrderId: 'tea-1', payerToken, fetch: fake })
  return { client, requests }
}

const stream = (...pieces: string[]) =>
  new Response(new Blob(pieces).stream(), { headers: { 'content-type': 'text/event-stream' } })

describe('status and pay', () => {
  it('carry the token in a header and never in the address', async () => {
    const { client, requests } = clientOf(() => Response.json(viewOf()))
    expect(await client.status()).toEqual({ kind: 'answer', view: viewOf() })
    await client.pay({ paymentMode: { type: 'UPI_QR' } })
    expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'GET /payments/orders/tea-1/status',
      'POST /payments/orders/tea-1/pay',
    ])
    for (const { url, headers } of requests) {
      expect(headers.get('authorization')).toBe(`Bearer ${payerToken}`)
      expect(url).not.toContain(payerToken)
    }
    expect(await requests[1]?.json()).toEqual({ paymentMode: { type: 'UPI_QR' } })
  })

  it('tell a refusal with its code', async () => {
    const { client } = clientOf(() => Response.json({ code: 'ORDER_CLOSED', message: 'closed' }, { status: 409 }))
    expect(await client.status()).toEqual({ kind: 'refused', status: 409, code: 'ORDER_CLOSED', message: 'closed' })
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['a broken server', () => Response.json({}, { status: 500 })],
    ['too many calls', () => Response.json({}, { status: 429 })],
    ['a login page in between', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['something else than a view', () => Response.json({ hello: 'tea' })],
    ['no line', () => Promise.reject(new TypeError('failed to fetch'))],
  ])('are lost with %s', async (_, reply) => {
    expect(await clientOf(reply).client.status()).toEqual({ kind: 'lost' })
  })
})

describe('live', () => {
  const views = async (reply: () => Response | Promise<Response>) => {
    const heard: string[] = []
    const { client } = clientOf(reply)
    await client.live(({ state }) => heard.push(state), new AbortController().signal)
    return heard
  }
  const event = (state: 'CREATED' | 'PENDING') => `event: view\ndata: ${JSON.stringify(viewOf({ state }))}\n\n`

  it('hands on views, however the bytes are cut, and nothing else', async () => {
    const text = `:\n\n${event('CREATED')}event: other\ndata: {}\n\nevent: view\ndata: broken\n\n${event('PENDING')}`
    for (const size of [1, 7, text.length]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, at * size + size),
      )
      expect(await views(() => stream(...pieces))).toEqual(['CREATED', 'PENDING'])
    }
  })

  it('ends quietly where there is no stream', async () => {
    expect(await views(() => new Response('', { status: 404 }))).toEqual([])
    expect(await views(() => Promise.reject(new TypeError('failed to fetch')))).toEqual([])
  })
})

it.each(['tea-1', 'x', 'A_b-63', 'चाय-१'])('reads the order of a token: %s', (order) => {
  expect(orderOfToken(tokenOf(order))).toBe(order)
})

it.each(['', 'g1', 'g1.', 'g2.dGVh.zzz.s', 'g1.%%%.zzz.s', 'g1._w.zzz.s', 'undefined'])(
  'knows no order in %j',
  (text) => {
    expect(orderOfToken(text)).toBeUndefined()
  },
)
