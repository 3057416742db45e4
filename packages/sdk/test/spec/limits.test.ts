import decisions from '@galla/contract/vectors/retry-decisions.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { type GallaConfig, paise } from '../../src/index.ts'
import { failureOf, fakePorts, recorded } from '../support/client.ts'
import { isToken, response } from '../support/recording-fetch.ts'

/** Calls a provider that always fails in the same way; returns the time of each attempt in ms after the first. */
async function attempts(
  method: 'GET' | 'POST',
  failure: number | 'network',
  config: Partial<GallaConfig> = {},
  headers: { [name: string]: string } = {},
): Promise<number[]> {
  const ports = fakePorts()
  const at: number[] = []
  const { galla } = recorded(
    (request) => {
      if (isToken(request)) return undefined
      at.push(ports.clock.tick())
      if (failure === 'network') throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
      return response({}, failure, { headers })
    },
    config,
    ports,
  )
  let running = true
  const work = galla.request({ method, path: '/payments/v2/other' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  void work.then(() => {
    running = false
  })
  await ports.clock.flush()
  while (running && (await ports.clock.advanceToNext()) !== undefined) await ports.clock.flush()
  await work
  expect(ports.clock.waiting()).toEqual([])
  return at
}

describe('specification §9: Business constants and limits', () => {
  it('specification §9: SDK version 2.0.1; API version V2', async () => {
    const { galla, wire } = recorded()
    await galla.refunds.getStatus({ merchantRefundId: 'r-1' })
    expect(wire.single().headers).toMatchObject({ 'x-source-platform-version': '2.0.1', 'x-source-version': 'V2' })
  })

  it.each(['network', 500, 503, 429, 408] as const)(
    'specification §9: Provider client retries: 0 — after %s',
    async (failure) => {
      expect(await attempts('GET', failure)).toHaveLength(1)
      expect(await attempts('GET', failure, { retry: 'off' })).toHaveLength(1)
      expect(await attempts('POST', failure)).toHaveLength(1)
    },
  )

  it('specification §9: Generic HTTP helper: 3 retries … delay zero by default', async () => {
    expect(await attempts('GET', 503, { retry: 'helper' })).toEqual([0, 0, 0, 0])
  })

  it('specification §9: exponential backoff base 100 ms plus up to 20% jitter, with baseMs', async () => {
    expect(await attempts('GET', 503, { retry: { retries: 3, baseMs: 100 } })).toEqual([0, 220, 660, 1_540])
    expect(await attempts('GET', 503, { retry: { retries: 2, baseMs: 100, jitter: 0 } })).toEqual([0, 200, 600])
  })

  it('obeys Retry-After', async () => {
    expect(await attempts('GET', 503, { retry: { retries: 3 } }, { 'retry-after': '3' })).toEqual([
      0, 3_000, 6_000, 9_000,
    ])
  })

  it('does not pause longer than the time left', async () => {
    expect(await attempts('GET', 503, { retry: { retries: 3 }, timeoutMs: 5_000 }, { 'retry-after': '3' })).toEqual([
      0, 3_000,
    ])
  })

  const cases = decisions.cases.filter(
    ({ method, failure }) => (method === 'GET' || method === 'POST') && failure !== 200 && failure !== 204,
  )
  it.each(cases)(
    'specification §9: retryable methods get, head, options, put, delete; network failures and 5xx are retried on those — $method after $failure: $retried',
    async ({ method, failure, retried }) => {
      const made = await attempts(method as 'GET', failure as number, { retry: decisions.preset as 'helper' })
      expect(made).toHaveLength(retried ? 1 + decisions.retries : 1)
    },
  )

  it('never repeats a payment that may have been sent, with any retry option', async () => {
    for (const retry of ['helper', { retries: 3 }] as const) {
      for (const failure of ['network', 408, 429, 500, 503] as const) {
        expect(await attempts('POST', failure, { retry })).toHaveLength(1)
      }
    }
  })

  it('retry of the call overrides that of the client', async () => {
    const { galla, wire } = recorded((request) => (isToken(request) ? undefined : response({}, 500)), {
      retry: 'helper',
    })
    const read = galla.refunds.getStatus({ merchantRefundId: 'r-1' }, { retry: 'off' })
    expect(await failureOf(read)).toMatchObject({ kind: 'server-error', attempts: 1 })
    expect(wire.calls).toHaveLength(1)
  })

  it('counts attempts and sends the same bytes each time', async () => {
    const { galla, wire } = recorded((request) => (isToken(request) ? undefined : response({}, 500)), {
      retry: { retries: 3 },
    })
    const validate = galla.upi.validate({ type: 'VPA', vpa: 'payer@bank' })
    expect(await failureOf(validate)).toMatchObject({ kind: 'server-error', attempts: 4 })
    expect(new Set(wire.calls.map(({ text }) => text))).toEqual(new Set(['{"type":"VPA","vpa":"payer@bank"}']))
  })

  it.each([
    [99.5, 'must be whole paise'],
    ['100', 'must be an integer number of paise'],
    [-100, 'must be above zero'],
    [0, 'must be above zero'],
    [-0, 'must be above zero'],
    [Number.NaN, 'must be whole paise'],
    [Number.POSITIVE_INFINITY, 'is beyond 2^53 - 1'],
    [Number.NEGATIVE_INFINITY, 'is beyond 2^53 - 1'],
    [2 ** 53, 'is beyond 2^53 - 1'],
    [100n, 'must be an integer number of paise'],
    [null, 'must be an integer number of paise'],
    [undefined, 'must be an integer number of paise'],
    [[100], 'must be an integer number of paise'],
    [{ valueOf: (): number => 100 }, 'must be an integer number of paise'],
  ])('rejects the amount %s before anything is sent', async (value, problem) => {
    const { galla, wire } = recorded()
    const amount = value as ReturnType<typeof paise>
    const order = { merchantOrderId: 'order-1', amount }
    const calls = [
      galla.standardCheckout.pay(order),
      galla.standardCheckout.createSdkOrder(order),
      galla.customCheckout.pay({ ...order, paymentMode: { type: 'UPI_QR' } }),
      galla.customCheckout.createSdkOrder(order),
      galla.refunds.create({ merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount }),
    ]
    for (const call of calls) {
      const error = await failureOf(call)
      expect(error).toMatchObject({ kind: 'invalid-request', field: 'amount', outcome: 'not-sent', attempts: 0 })
      expect(error.message).toContain(`amount ${problem}`)
    }
    expect(wire.requests).toEqual([])
  })

  it('sends the smallest and the largest amount', async () => {
    const { galla, wire } = recorded()
    for (const amount of [1, Number.MAX_SAFE_INTEGER]) {
      await galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: paise(amount) })
    }
    expect(wire.calls.map(({ json }) => (json() as { amount: number }).amount)).toEqual([1, 9_007_199_254_740_991])
  })
})
