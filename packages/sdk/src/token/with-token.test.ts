import { fakeClock } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../test/support/client.ts'
import { within } from './with-token.ts'

const never = new Promise<never>(() => undefined)

describe('within', () => {
  it('brings the value or the error as they are', async () => {
    const clock = fakeClock()
    expect(await within(Promise.resolve(7), clock, 100, undefined, 'pay')).toBe(7)
    const error = new Error('down')
    await expect(within(Promise.reject(error), clock, 100, undefined, 'pay')).rejects.toBe(error)
    expect(clock.waiting()).toEqual([])
  })

  it('stops waiting in time: nothing was sent', async () => {
    const clock = fakeClock()
    const work = failureOf(within(never, clock, 100, undefined, 'standardPay'))
    await clock.advance(100)
    const error = await work
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'not-sent', attempts: 0, endpoint: 'standardPay' })
    expect(error.message).toContain('while waiting for the access token')
  })

  it('stops waiting with the signal, before or during', async () => {
    const clock = fakeClock()
    const stop = new AbortController()
    const during = failureOf(within(never, clock, 100, stop.signal, 'pay'))
    stop.abort()
    expect(await during).toMatchObject({ kind: 'aborted', outcome: 'not-sent', retryable: false })
    expect(await failureOf(within(never, clock, 100, stop.signal, 'pay'))).toMatchObject({ kind: 'aborted' })
    expect(clock.waiting()).toEqual([])
  })

  it('without any time left it does not wait at all', async () => {
    const clock = fakeClock()
    const work = failureOf(within(never, clock, -50, undefined, 'pay'))
    await clock.advance(0)
    expect(await work).toMatchObject({ kind: 'timeout' })
  })
})
