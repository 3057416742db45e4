import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import { FLIGHT_MS } from '../src/domain/limits.ts'
import { JOBS } from '../src/workers/jobs.ts'
import { freeLeases, json, refundOf, sentStatuses, withPaidOrder, withProcesses } from './helpers/paid-order.ts'
import { setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())

const isRefund = (url: unknown) => /\/refund$/.test(String(url))

/** The connection of each request for a refund is reset after the request has left; `arrive` lets the first of them reach the provider. */
async function withLateRequests() {
  const held: (() => Promise<Response>)[] = []
  let nextStatusTakesMs = 0
  const testGateway: TestGateway = await createGatewayWithPaidOrder({
    wrapProvider: (provider) => async (url, init) => {
      if (!isRefund(url)) {
        const response = await provider(url, init)
        const takesMs = String(url).includes('/refund/') ? nextStatusTakesMs : 0
        if (takesMs === 0) return response
        nextStatusTakesMs = 0
        await testGateway.sandbox.clock.advance(takesMs)
        return response
      }
      held.push(() => provider(url, init))
      throw Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
      })
    },
  })
  return {
    testGateway,
    left: () => held.length,
    arrive: async () => held[0]?.(),
    /** The answer to the next status check is under way for so long. */
    delayStatus: (ms: number) => {
      nextStatusTakesMs = ms
    },
  }
}

/** Runs the jobs of `ms` milliseconds in steps of ten seconds. */
async function run(testGateway: TestGateway, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10_000) await testGateway.advance(10_000)
}

describe('a refund whose request got no response', () => {
  it('is not sent again while the first request may still arrive, however often the provider answers "not found"', async () => {
    const { testGateway, left, arrive } = await withLateRequests()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await run(testGateway, FLIGHT_MS - 10_000)
    expect(left()).toBe(1)
    await arrive()
    await run(testGateway, FLIGHT_MS)
    expect(left()).toBe(1)
    expect(sentStatuses(testGateway)).toEqual([200])
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      state: 'PENDING',
      attempts: 1,
      inDoubt: false,
    })
  })

  it('is not sent again after a "not found" that was asked for before that, and answered after it', async () => {
    const { testGateway, left, delayStatus } = await withLateRequests()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.clock.advance(FLIGHT_MS - 2_000)
    await testGateway.rows('update galla.refunds set "nextPollAtMs" = 0, "leasedUntil" = null')
    delayStatus(10_000)
    await testGateway.gateway.runPendingJobs()
    expect(left()).toBe(1)
  })

  it('is sent again after a "not found" that was asked for when the first request could not arrive any more', async () => {
    const { testGateway, left } = await withLateRequests()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await run(testGateway, FLIGHT_MS + 10_000)
    expect(left()).toBe(2)
    await run(testGateway, FLIGHT_MS - 10_000)
    expect(left()).toBe(2)
    await run(testGateway, 20_000)
    expect(left()).toBe(3)
  })

  it('is not sent again by the process that takes it over from one that died, before its request has arrived or never will', async () => {
    const { testGateway, left } = await withLateRequests()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await withProcesses(testGateway, 1, async ([context]) => {
      const { provider } = context as GatewayContext
      const dying = async () => {
        await provider.refunds
          .create({ merchantRefundId: 'r-1', originalMerchantOrderId: 'paid', amount: refundOf('').amount })
          .catch(() => {})
        await testGateway.rows('update galla.refunds set "leasedUntil" = null')
        throw new Error('killed')
      }
      const dead = {
        ...(context as GatewayContext),
        provider: { ...provider, refunds: { ...provider.refunds, create: dying } },
      }
      await JOBS['send-refunds'](dead)
      await freeLeases(testGateway)
      expect(left()).toBe(1)
      await run(testGateway, FLIGHT_MS - 10_000)
      expect(left()).toBe(1)
      await run(testGateway, 20_000)
      expect(left()).toBe(2)
    })
  })

  it('dates its request by the clock of the database when that of the process is behind', async () => {
    const { testGateway } = await withLateRequests()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    const behind = { now: () => Date.now() - 600_000 }
    await testGateway.rows('update galla.refunds set "nextPollAtMs" = 0')
    await withProcesses(testGateway, 1, ([context]) =>
      JOBS['send-refunds']({ ...(context as GatewayContext), clock: behind }),
    )
    const [row] = await testGateway.rows(
      `select "attempts", "underWaySinceMs" > extract(epoch from clock_timestamp()) * 1000 - 60000 as "isDatedByDatabase" from galla.refunds`,
    )
    expect(row).toEqual({ attempts: 1, isDatedByDatabase: true })
  })

  it('cannot be failed by a person while the request may still arrive, although the provider answers "not found"', async () => {
    const { testGateway, arrive } = await withLateRequests()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.rows(
      `update galla.refunds set "stateSinceMs" = 1, "needsReview" = '{"reason":"undecided","sinceMs":1,"ours":{"state":"REQUESTED","amount":20000}}'`,
    )
    const failed = { decision: 'failed', note: 'not there' } as const
    await expect(testGateway.gateway.refunds.resolveReview('r-1', failed)).rejects.toThrow(
      /may still reach the provider.*cannot be freed before \d{4}-/,
    )
    await testGateway.advance(FLIGHT_MS + 10_000)
    expect(await testGateway.gateway.refunds.resolveReview('r-1', failed)).toMatchObject({ state: 'FAILED' })
    await arrive()
  })
})

it('a person does not fail a refund by a "not found" that was asked for while its request might still arrive', async () => {
  const { testGateway, delayStatus } = await withLateRequests()
  await testGateway.gateway.refunds.request(refundOf('r-1'))
  await testGateway.drainJobs()
  await testGateway.rows(
    `update galla.refunds set "needsReview" = '{"reason":"undecided","sinceMs":1,"ours":{"state":"REQUESTED","amount":20000}}'`,
  )
  await testGateway.sandbox.clock.advance(FLIGHT_MS - 5_000)
  delayStatus(10_000)
  const failed = testGateway.gateway.refunds.resolveReview('r-1', { decision: 'failed', note: 'not there' })
  await expect(failed).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
})

describe('a refund whose request was answered', () => {
  it.each([
    ['with a rate limit', () => json({ code: 'TOO_MANY_REQUESTS', message: 'Slow down' }, 429)],
    [
      'because the provider works on another refund',
      () => json({ code: 'PREVIOUS_ORDER_IN_PROGRESS', message: 'Busy' }, 400),
    ],
  ])('%s is sent again without waiting for a request that is not under way', async (_reason, refusal) => {
    let refusals = 1
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: (provider) => async (url, init) =>
        isRefund(url) && refusals-- > 0 ? refusal() : provider(url, init),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await run(testGateway, 30_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', attempts: 2 })
  })
})
