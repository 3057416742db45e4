import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, buildPath, consoleApi } from './client.ts'

it('fills path parameters in and escapes them', () => {
  expect(buildPath('/orders/:merchantOrderId/refunds', { params: { merchantOrderId: 'a/b c' } })).toBe(
    '/orders/a%2Fb%20c/refunds',
  )
})

it('leaves undefined and empty query fields out', () => {
  expect(buildPath('/orders', { query: { state: 'OPEN', q: '', after: undefined, limit: '5' } })).toBe(
    '/orders?state=OPEN&limit=5',
  )
  expect(buildPath('/orders', { query: { state: undefined } })).toBe('/orders')
})

describe('a request that nobody answers', () => {
  /** Settles only when the request is given up. */
  const untilAborted = (signal?: AbortSignal | null) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { baseURI: 'http://127.0.0.1:3000/admin/' })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const answering = (fetch: (signal?: AbortSignal | null) => Promise<unknown>) =>
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => fetch(init.signal))
  const failureOf = (request: Promise<unknown>) =>
    request.then(
      () => undefined,
      (error: unknown) => error,
    )
  const READ = {
    status: 0,
    outcomeUnknown: false,
    message: expect.stringMatching(/^The gateway does not answer\. Is it/),
  }
  const CHANGE = { outcomeUnknown: true, message: expect.stringMatching(/may have been done.*before you repeat it/) }

  it.each([
    ['a response', untilAborted],
    [
      'the body of a response',
      async (signal?: AbortSignal | null) => ({
        ok: true,
        status: 200,
        headers: new Headers(),
        json: () => untilAborted(signal),
      }),
    ],
  ])('ends after 20 seconds where it reads and %s does not come', async (_, fetch) => {
    answering(fetch)
    const failure = failureOf(consoleApi('GET /about'))
    await vi.advanceTimersByTimeAsync(19_999)
    expect(await Promise.race([failure, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toBeInstanceOf(ApiError)
    expect(await failure).toMatchObject({ ...READ, code: 'NO_ANSWER' })
  })

  it('ends after two minutes where it changes something, and does not say that nothing was done', async () => {
    answering(untilAborted)
    const failure = failureOf(consoleApi('POST /reconciliation/repair', { body: {} } as never))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(await Promise.race([failure, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toMatchObject(CHANGE)
  })

  it('does not say that nothing was done where the connection broke', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failureOf(consoleApi('DELETE /session'))).toMatchObject({ ...CHANGE, code: 'UNREACHABLE' })
    expect(await failureOf(consoleApi('GET /about'))).toMatchObject({ ...READ, code: 'UNREACHABLE' })
    expect(await failureOf(consoleApi('POST /session', { body: { password: 'x' } }))).toMatchObject(READ)
  })

  it.each([
    [502, '<html>', true],
    [500, '{"code":"INTERNAL","message":"x"}', true],
    [503, '{"code":"BUSY","message":"x"}', false],
    [409, '{"code":"CONFLICT","message":"x"}', false],
  ])('whose answer is %i with %s leaves the outcome unknown: %s', async (status, body, outcomeUnknown) => {
    answering(async () => new Response(body, { status }))
    expect(await failureOf(consoleApi('DELETE /session'))).toMatchObject({ status, outcomeUnknown })
    expect(await failureOf(consoleApi('GET /about'))).toMatchObject({ status, outcomeUnknown: false })
  })

  it('is no error of the gateway where the page has given it up', async () => {
    answering(untilAborted)
    const leaving = new AbortController()
    const failure = failureOf(consoleApi('GET /about', { signal: leaving.signal }))
    leaving.abort()
    expect(await failure).toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
