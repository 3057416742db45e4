import { describe, expect, it } from 'vitest'
import { type CallOptions, paise } from '../../src/index.ts'
import { failureOf, fakePorts, recorded } from '../support/client.ts'
import { isToken, response } from '../support/recording-fetch.ts'

/** A client whose API calls are answered by `answer`; tokens are served. */
function clientWith(answer: () => Response | Promise<Response>) {
  const ports = fakePorts()
  const { galla, wire } = recorded((request) => (isToken(request) ? undefined : answer()), {}, ports)
  return {
    ...ports,
    wire,
    read: (options?: CallOptions) => galla.refunds.getStatus({ merchantRefundId: 'r-1' }, options),
    pay: (options?: CallOptions) =>
      galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: paise(100) }, options),
  }
}
const never = () => new Promise<Response>(() => undefined)
const failing = (code?: string) => () => Promise.reject(Object.assign(new Error('gone'), code && { code }))

describe('specification §8: Generic HTTP errors (network error, timeout, bad request, bad response, canceled) exist', () => {
  it('specification §8: network error — before the connection is established: not-sent and retryable', async () => {
    const { pay, read } = clientWith(failing('ECONNREFUSED'))
    const expected = { kind: 'network', outcome: 'not-sent', retryable: true, attempts: 1 }
    expect(await failureOf(pay())).toMatchObject({ ...expected, endpoint: 'standardPay' })
    expect(await failureOf(read())).toMatchObject({ ...expected, endpoint: 'refundStatus' })
  })

  it('specification §8: network error — after that: unknown, and only a read is retryable', async () => {
    for (const code of ['ECONNRESET', undefined]) {
      const { pay, read } = clientWith(failing(code))
      const payFailed = await failureOf(pay())
      expect(payFailed).toMatchObject({ kind: 'network', outcome: 'unknown', retryable: false })
      expect(payFailed.message).toContain('read its status before anything else')
      const readFailed = await failureOf(read())
      expect(readFailed).toMatchObject({ kind: 'network', outcome: 'unknown', retryable: true })
      expect(readFailed.message).not.toContain('read its status')
    }
  })

  it('specification §8: timeout — a call ends after 30 s by default', async () => {
    const { read, clock } = clientWith(never)
    const failed = failureOf(read())
    await clock.advance(29_999)
    expect(clock.waiting()).toEqual([1])
    await clock.advance(1)
    expect(await failed).toMatchObject({ kind: 'timeout', outcome: 'unknown', retryable: true, attempts: 1 })
    expect(clock.waiting()).toEqual([])
  })

  it.each([
    [{ timeoutMs: 700 }, 700, 1],
    [{ attemptTimeoutMs: 700 }, 700, 1],
    [{ attemptTimeoutMs: 700, timeoutMs: 300 }, 300, 1],
    [{ attemptTimeoutMs: 700, timeoutMs: 2_000, retry: { retries: 3 } }, 2_000, 3],
    [{ attemptTimeoutMs: 700, timeoutMs: 9_000, retry: { retries: 3 } }, 2_800, 4],
  ])('specification §8: timeout — %j ends after %i ms and %i attempts', async (options, ms, attempts) => {
    const { read, clock, wire } = clientWith(never)
    const failed = failureOf(read(options))
    await clock.advance(ms - 1)
    expect(clock.waiting()).toHaveLength(1)
    await clock.advance(1)
    expect(await failed).toMatchObject({ kind: 'timeout', attempts })
    expect(wire.calls).toHaveLength(attempts)
    expect(clock.waiting()).toEqual([])
  })

  it('specification §8: bad request — rejected before it is sent, or by the provider with 400', async () => {
    const { pay, read, wire } = clientWith(() => response({ code: 'BAD_REQUEST' }, 400))
    expect(await failureOf(read())).toMatchObject({ kind: 'bad-request', outcome: 'rejected', retryable: false })
    const made = wire.requests.length
    expect(await failureOf(pay({ timeoutMs: -1 }))).toMatchObject({ kind: 'invalid-request', field: 'timeoutMs' })
    expect(wire.requests).toHaveLength(made)
  })

  it.each(['<html>', '', '[]', 'null', '"a"'])('specification §8: bad response — a 200 with %j', async (text) => {
    const { pay, read } = clientWith(() => response(text))
    expect(await failureOf(pay())).toMatchObject({
      kind: 'invalid-response',
      httpStatus: 200,
      outcome: 'unknown',
      retryable: false,
    })
    expect(await failureOf(read())).toMatchObject({ kind: 'invalid-response', httpStatus: 200, retryable: true })
  })

  it('specification §8: canceled — during an exchange: unknown', async () => {
    const stop = new AbortController()
    const { pay, clock, wire } = clientWith(never)
    const failed = failureOf(pay({ signal: stop.signal }))
    await clock.flush()
    expect(wire.calls).toHaveLength(1)
    stop.abort()
    expect(await failed).toMatchObject({ kind: 'aborted', outcome: 'unknown', retryable: false, attempts: 1 })
    expect(clock.waiting()).toEqual([])
  })

  it('specification §8: canceled — during a retry pause: at once', async () => {
    const stop = new AbortController()
    const { read, clock, wire } = clientWith(() => response({}, 503, { headers: { 'retry-after': '9' } }))
    const failed = failureOf(read({ signal: stop.signal, retry: { retries: 3 } }))
    await clock.advance(1_000)
    stop.abort()
    expect(await failed).toMatchObject({ kind: 'aborted', retryable: false })
    expect(wire.calls).toHaveLength(1)
    expect(clock.tick()).toBe(1_000)
    expect(clock.waiting()).toEqual([])
  })

  it('ignores a signal that aborts after the response', async () => {
    const stop = new AbortController()
    const { read } = clientWith(() => response({ state: 'COMPLETED' }))
    const status = await read({ signal: stop.signal })
    stop.abort()
    expect(status).toMatchObject({ state: 'COMPLETED' })
  })
})
