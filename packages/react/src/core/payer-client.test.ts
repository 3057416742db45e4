import { describe, expect, it } from 'vitest'
import { tokenOf, viewOf } from '../../test/helpers/payer-view.ts'
import { payerClient } from './payer-client.ts'

const payerToken = tokenOf('tea-1')

function clientWith(response: () => Response | Promise<Response>) {
  const requests: Request[] = []
  const fake: typeof fetch = async (input, init) => {
    requests.push(new Request(new URL(String(input), 'http://shop.test'), init))
    return response()
  }
  const client = payerClient({ gatewayUrl: '/payments/', merchantOrderId: 'tea-1', payerToken, fetch: fake })
  return { client, requests }
}

const stream = (...pieces: string[]) =>
  new Response(new Blob(pieces).stream(), { headers: { 'content-type': 'text/event-stream' } })

describe('status and pay', () => {
  it('send the token in a header, not in the URL', async () => {
    const { client, requests } = clientWith(() => Response.json(viewOf()))
    expect(await client.status()).toEqual({ kind: 'view', view: viewOf() })
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

  it.each([
    ['without lists', {}],
    ['that is null', null],
    ['with lists that are null', { collect: null, banks: null, savedCards: null }],
  ])('complete paymentMethods %s', async (_, paymentMethods) => {
    const { client } = clientWith(() => Response.json({ ...viewOf(), paymentMethods }))
    expect(await client.status()).toEqual({
      kind: 'view',
      view: { ...viewOf(), paymentMethods: { collect: { allowed: false }, banks: [], savedCards: [] } },
    })
  })

  it('return a refusal with its code', async () => {
    const { client } = clientWith(() => Response.json({ code: 'ORDER_CLOSED', message: 'closed' }, { status: 409 }))
    expect(await client.status()).toEqual({ kind: 'refused', status: 409, code: 'ORDER_CLOSED', message: 'closed' })
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['a server error', () => Response.json({}, { status: 500 })],
    ['too many requests', () => Response.json({}, { status: 429 })],
    ['an HTML page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['JSON other than a view', () => Response.json({ hello: 'tea' })],
    ['a view with an amount that is no number', () => Response.json({ ...viewOf(), amount: '49900' })],
    ['a view with half a paisa', () => Response.json({ ...viewOf(), amount: 0.5 })],
    ['a network error', () => Promise.reject(new TypeError('failed to fetch'))],
  ])('return no-answer for %s', async (_, response) => {
    expect(await clientWith(response).client.status()).toEqual({ kind: 'no-answer' })
  })
})

describe('live', () => {
  const views = async (response: () => Response | Promise<Response>) => {
    const states: string[] = []
    const { client } = clientWith(response)
    await client.live(({ state }) => states.push(state), new AbortController().signal)
    return states
  }
  const event = (state: 'CREATED' | 'PENDING') => `event: view\ndata: ${JSON.stringify(viewOf({ state }))}\n\n`

  it('reports each view, for any chunking of the bytes, and ignores other events', async () => {
    const text = `:\n\n${event('CREATED')}event: other\ndata: {}\n\nevent: view\ndata: broken\n\n${event('PENDING')}`
    for (const size of [1, 7, text.length]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, at * size + size),
      )
      expect(await views(() => stream(...pieces))).toEqual(['CREATED', 'PENDING'])
    }
  })

  it('resolves where there is no stream', async () => {
    expect(await views(() => new Response('', { status: 404 }))).toEqual([])
    expect(await views(() => Promise.reject(new TypeError('failed to fetch')))).toEqual([])
  })
})
