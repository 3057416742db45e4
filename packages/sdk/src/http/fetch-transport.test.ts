import { describe, expect, it } from 'vitest'
import { fetchTransport } from './fetch-transport.ts'
import type { FetchInit, FetchReply, TransportFailure, WireReply, WireRequest } from './transport.ts'

const REQUEST: WireRequest = {
  method: 'POST',
  base: {
    href: 'https://api.example/pg',
    secure: true,
    hostname: 'api.example',
    port: 443,
    host: 'api.example',
    pathPrefix: '/pg',
  },
  path: '/pay?x=1',
  headers: ['A', '1', 'B', '2'],
  body: '{}',
}

/** One exchange through whatever is given as fetch. */
function through(fetch: unknown): Promise<WireReply | TransportFailure> {
  return new Promise((resolve) => {
    fetchTransport(fetch as Parameters<typeof fetchTransport>[0]).exchange(REQUEST, {
      reply: resolve,
      failure: resolve,
    })
  })
}

const reply = (more: Partial<FetchReply> = {}): FetchReply => ({
  status: 200,
  headers: { get: () => null },
  text: async () => '{}',
  ...more,
})

describe('a fetch-shaped function as transport', () => {
  it('gets the whole address, plain headers and the order not to follow redirects', async () => {
    let seen: [string, FetchInit] | undefined
    await through((url: string, init: FetchInit) => {
      seen = [url, init]
      return Promise.resolve(reply())
    })
    expect(seen?.[0]).toBe('https://api.example/pg/pay?x=1')
    expect(seen?.[1]).toMatchObject({ method: 'POST', body: '{}', redirect: 'manual', headers: { A: '1', B: '2' } })
  })

  it('reads a reply that has no stream', async () => {
    expect(await through(async () => reply({ statusText: 'Fine' }))).toMatchObject({
      status: 200,
      text: '{}',
      statusText: 'Fine',
    })
  })

  it('does not read a body that says it is too large', async () => {
    let cancelled = false
    const headers = { get: (name: string) => (name === 'content-length' ? '4194305' : null) }
    const body = {
      async cancel() {
        cancelled = true
      },
    }
    expect(await through(async () => reply({ headers, body }))).toMatchObject({ kind: 'invalid-response', sent: true })
    expect(cancelled).toBe(true)
  })

  it.each([
    ['nothing', undefined],
    ['no headers', { status: 200 }],
    ['a body that throws', reply({ text: () => Promise.reject(new Error('gone')) })],
  ])('answers %s with a failure, after which the outcome is open', async (_name, value) => {
    expect(await through(async () => value)).toMatchObject({ kind: 'invalid-response', sent: true })
  })

  it.each([
    ['an error', new Error('down')],
    ['a text', 'down'],
    ['null', null],
    ['undefined', undefined],
  ])('takes %s that is thrown as a failure of the network, at its worst', async (_name, thrown) => {
    expect(await through(() => Promise.reject(thrown))).toMatchObject({ kind: 'network', sent: true, cause: thrown })
    expect(
      await through(() => {
        throw thrown
      }),
    ).toMatchObject({ kind: 'network', sent: true })
  })

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
    'knows that %s came before anything was sent',
    async (code) => {
      const nested = Object.assign(new TypeError('fetch failed'), { cause: { code } })
      expect(await through(() => Promise.reject(nested))).toMatchObject({ sent: false, detail: code })
      expect(await through(() => Promise.reject(Object.assign(new Error(), { code })))).toMatchObject({ sent: false })
    },
  )

  it('given up: tells the fetch, counts as sent, and says nothing more', async () => {
    let signal: AbortSignal | undefined
    const heard: unknown[] = []
    const transport = fetchTransport((_url, init) => {
      signal = init.signal
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    const exchange = transport.exchange(REQUEST, { reply: (it) => heard.push(it), failure: (it) => heard.push(it) })
    expect(exchange.cancel()).toEqual({ sent: true })
    expect(signal?.aborted).toBe(true)
    await new Promise(setImmediate)
    expect(heard).toEqual([])
  })
})
