import { describe, expect, it } from 'vitest'
import { fetchTransport } from './fetch.ts'
import type { FetchInit, FetchResponse } from './fetch-like.ts'
import type { HttpRequest, HttpResponse, TransportFailure } from './transport.ts'

const REQUEST: HttpRequest = {
  method: 'POST',
  baseUrl: {
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

/** The result of one exchange over the given fetch. */
function exchange(fetch: unknown): Promise<HttpResponse | TransportFailure> {
  return new Promise((resolve) => {
    fetchTransport(fetch as Parameters<typeof fetchTransport>[0]).exchange(REQUEST, {
      onResponse: resolve,
      onFailure: resolve,
      isLate: () => false,
    })
  })
}

const response = (more: Partial<FetchResponse> = {}): FetchResponse => ({
  status: 200,
  headers: { get: () => null },
  text: async () => '{}',
  ...more,
})

describe('the code of an error', () => {
  const wrapped = (depth: number, inner: unknown): unknown =>
    depth === 0 ? inner : Object.assign(new TypeError('fetch failed'), { cause: wrapped(depth - 1, inner) })
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

  it.each([0, 1, 2, 5])('is found %d causes deep, and says that nothing was sent', async (depth) => {
    const result = await exchange(() => Promise.reject(wrapped(depth, refused)))
    expect(result).toMatchObject({ kind: 'network', detail: 'ECONNREFUSED', sent: false })
  })

  it('is that of the first of several errors, and of none in a circle', async () => {
    const all = wrapped(1, new AggregateError([refused]))
    expect(await exchange(() => Promise.reject(all))).toMatchObject({ detail: 'ECONNREFUSED', sent: false })
    const circle = new Error('circle') as Error & { cause?: unknown }
    circle.cause = circle
    expect(await exchange(() => Promise.reject(circle))).toMatchObject({ detail: undefined, sent: true })
  })
})

it('ends an exchange whose error cannot be read, as one that may have been sent', async () => {
  const unreadable = {
    get code() {
      throw new Error('a fault of the fetch')
    },
  }
  expect(await exchange(() => Promise.reject(unreadable))).toMatchObject({ kind: 'network', sent: true })
})

describe('fetchTransport', () => {
  it('passes the whole URL, plain headers and redirect: manual', async () => {
    let seen: [string, FetchInit] | undefined
    await exchange((url: string, init: FetchInit) => {
      seen = [url, init]
      return Promise.resolve(response())
    })
    expect(seen?.[0]).toBe('https://api.example/pg/pay?x=1')
    expect(seen?.[1]).toMatchObject({ method: 'POST', body: '{}', redirect: 'manual', headers: { A: '1', B: '2' } })
  })

  it('reads a response without a body stream', async () => {
    expect(await exchange(async () => response({ statusText: 'Fine' }))).toMatchObject({
      status: 200,
      text: '{}',
      statusText: 'Fine',
    })
  })

  it('does not read a body whose content-length exceeds the limit', async () => {
    let cancelled = false
    const headers = { get: (name: string) => (name === 'content-length' ? '4194305' : null) }
    const body = {
      async cancel() {
        cancelled = true
      },
    }
    expect(await exchange(async () => response({ headers, body }))).toMatchObject({
      kind: 'invalid-response',
      sent: true,
    })
    expect(cancelled).toBe(true)
  })

  it.each([
    ['undefined', undefined],
    ['without headers', { status: 200 }],
    ['one whose body throws', response({ text: () => Promise.reject(new Error('gone')) })],
  ])('reports a response that is %s as invalid-response that was sent', async (_name, value) => {
    expect(await exchange(async () => value)).toMatchObject({ kind: 'invalid-response', sent: true })
  })

  it.each([
    ['error', new Error('down')],
    ['string', 'down'],
    ['null', null],
    ['undefined', undefined],
  ])('reports a thrown %s as a network failure that may have been sent', async (_name, thrown) => {
    expect(await exchange(() => Promise.reject(thrown))).toMatchObject({ kind: 'network', sent: true, cause: thrown })
    expect(
      await exchange(() => {
        throw thrown
      }),
    ).toMatchObject({ kind: 'network', sent: true })
  })

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
    'reports %s as not sent',
    async (code) => {
      const nested = Object.assign(new TypeError('fetch failed'), { cause: { code } })
      expect(await exchange(() => Promise.reject(nested))).toMatchObject({ sent: false, detail: code })
      expect(await exchange(() => Promise.reject(Object.assign(new Error(), { code })))).toMatchObject({ sent: false })
    },
  )

  it('aborts the fetch when cancelled, reports sent, and calls no listener afterwards', async () => {
    let signal: AbortSignal | undefined
    const results: unknown[] = []
    const transport = fetchTransport((_url, init) => {
      signal = init.signal
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    const cancelled = transport.exchange(REQUEST, {
      onResponse: (it) => results.push(it),
      onFailure: (it) => results.push(it),
      isLate: () => false,
    })
    expect(cancelled.cancel()).toEqual({ sent: true })
    expect(signal?.aborted).toBe(true)
    await new Promise(setImmediate)
    expect(results).toEqual([])
  })
})
