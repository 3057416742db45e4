import type { Paise } from '@galla/contract/money'
import { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import { FLIGHT_MS } from '../src/domain/limits.ts'
import type { GatewaySettings } from '../src/index.ts'
import { JOBS } from '../src/workers/jobs.ts'
import { forgetRefunds } from './helpers/by-hand.ts'
import { dyingAt, withFaults } from './helpers/dying-process.ts'
import {
  freeLeases,
  HALF,
  json,
  payOrder,
  refundOf,
  replaceRefundResponses,
  sentStatuses,
  withPaidOrder,
  withProcesses,
} from './helpers/paid-order.ts'
import { AMOUNT, CLIENT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())

/** Runs the jobs for three simulated days. */
async function runDays(testGateway: TestGateway): Promise<void> {
  for (const ms of [60_000, 600_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000, 86_400_000]) {
    await testGateway.advance(ms)
  }
}

const refundedAtProvider = async (testGateway: TestGateway, merchantOrderId = 'paid') => {
  const { amount, refundableAmount } = await testGateway.sandbox.order(merchantOrderId)
  return amount - refundableAmount
}

describe('sending a refund', () => {
  it('has one request in flight with six workers in two processes, whatever else learns of the refund meanwhile', async () => {
    let inFlight = 0
    let most = 0
    let others: Promise<unknown> = Promise.resolve()
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: (provider) => async (url, init) => {
        if (!/\/refund$/.test(String(url))) return provider(url, init)
        inFlight += 1
        most = Math.max(most, inFlight)
        // The request reaches the provider after everybody else is done.
        await others
        const response = await provider(url, init)
        inFlight -= 1
        return response
      },
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await withProcesses(testGateway, 2, async (contexts) => {
      let release = () => {}
      others = new Promise((resolve) => {
        release = () => resolve(undefined)
      })
      const workers = contexts.flatMap((context) => [0, 1, 2].map(() => JOBS['send-refunds'](context)))
      // Exactly one worker holds the refund; the other five find nothing to do.
      const idle = workers.map((worker) => worker.then(() => undefined))
      await fiveOf(idle)
      // A person and a callback check the status while the request is in flight.
      await testGateway.gateway.refunds.sync('r-1')
      await Promise.all(contexts.map((context) => JOBS['send-refunds'](context)))
      release()
      await Promise.all(workers)
    })
    expect(most).toBe(1)
    expect(sentStatuses(testGateway)).toEqual([200])
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', attempts: 1 })
  })

  it('stops when another process took the refund over while the status was checked', async () => {
    const stolen: { context?: GatewayContext } = {}
    let takeOver: (() => Promise<unknown>) | undefined
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) => {
        const steal = call === 'status' ? takeOver : undefined
        takeOver = undefined
        return steal
          ? steal().then(() => json({ code: 'REFUND_NOT_FOUND', message: 'Refund not found' }, 404))
          : undefined
      }),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await withProcesses(testGateway, 2, async ([first, second]) => {
      stolen.context = second as GatewayContext
      // The first process is paused in the status check for longer than its lease.
      takeOver = async () => {
        await freeLeases(testGateway)
        await JOBS['send-refunds'](second as GatewayContext)
      }
      await JOBS['send-refunds'](first as GatewayContext)
    })
    expect(sentStatuses(testGateway)).toEqual([200])
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', attempts: 1 })
  })

  it.each([
    ['has its request in flight', 'create', 1],
    ['has claimed it, and is checking its status as well', 'status', 0],
  ] as const)(
    'leaves the refund to the process that %s when the first one resumes after its lease',
    async (_words, paused, sentBefore) => {
      const first = gate()
      const second = gate()
      const calls: ('create' | 'status')[] = []
      const sent = () => calls.filter((call) => call === 'create').length
      const testGateway = await createGatewayWithPaidOrder({
        wrapProvider: replaceRefundResponses(async (call) => {
          calls.push(call)
          // The first status check is that of the first process. Of the second process, one call is slow.
          if (calls.length === 1) await first.passing()
          else if (call === paused && second.isAhead()) await second.passing()
          return call === 'status' ? json({ code: 'REFUND_NOT_FOUND', message: 'Refund not found' }, 404) : undefined
        }),
      })
      await testGateway.gateway.refunds.request(refundOf('r-1'))
      await withProcesses(testGateway, 2, async ([one, other]) => {
        const resuming = JOBS['send-refunds'](one as GatewayContext)
        await first.reached
        await freeLeases(testGateway)
        const working = JOBS['send-refunds'](other as GatewayContext)
        await second.reached
        first.open()
        await resuming
        expect(sent()).toBe(sentBefore)
        second.open()
        await working
      })
      expect(sent()).toBe(1)
      expect(sentStatuses(testGateway)).toEqual([200])
      expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', attempts: 1 })
    },
  )

  it('is one request, also with a client that repeats requests by itself', async () => {
    let creates = 0
    const wrapProvider = replaceRefundResponses((call) => {
      if (call === 'status') return undefined
      creates += 1
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    })
    const testGateway = await createGatewayWithPaidOrder({ wrapProvider })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    const { sandbox, settings } = testGateway
    const client: GatewaySettings['client'] = ({ tokenStore }) =>
      new Galla({ ...CLIENT, clientVersion: 1, fetch: wrapProvider(sandbox.fetch), tokenStore, retry: { retries: 3 } })
    await withProcesses({ ...testGateway, settings: { ...settings, client } }, 1, async ([context]) => {
      await JOBS['send-refunds'](context as GatewayContext)
    })
    expect(creates).toBe(1)
  })

  it('is in doubt before the first byte leaves', async () => {
    const seen: object[] = []
    const testGateway: TestGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) =>
        call === 'create'
          ? testGateway
              .rows('select "inDoubt", "attempts", "leasedUntil" > clock_timestamp() as leased from galla.refunds')
              .then((rows) => {
                seen.push(...rows)
                return json({ code: 'INTERNAL_SERVER_ERROR' }, 500)
              })
          : undefined,
      ),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    expect(seen).toEqual([{ inDoubt: true, attempts: 1, leased: true }])
  })

  it('is being sent until the answer is there or lost, and at most until the answer is due', async () => {
    const request = gate()
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses(async (call) => {
        if (call === 'status') return undefined
        await request.passing()
        return json({ code: 'INTERNAL_SERVER_ERROR' }, 500)
      }),
    })
    const { gateway } = testGateway
    // Ahead of the database's clock, so that both date the request by this one.
    await testGateway.advance(3_600_000)
    expect((await gateway.refunds.request(refundOf('r-1'))).answerDueAtMs).toBeUndefined()
    const sentAtMs = testGateway.sandbox.clock.now()
    const sending = testGateway.drainJobs()
    await request.reached
    const shown = { inDoubt: true, answerDueAtMs: sentAtMs + FLIGHT_MS / 2 }
    expect(await gateway.refunds.get('r-1')).toMatchObject(shown)
    expect((await gateway.refunds.list()).rows).toMatchObject([shown])
    request.open()
    await sending
    const lost = await gateway.refunds.get('r-1')
    expect(lost).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    expect(lost?.answerDueAtMs).toBeUndefined()
  })

  it('creates exactly one refund at the provider when the process is killed at any of its database and provider calls', async () => {
    const testGateway = await createGatewayWithPaidOrder({
      sandbox: { refundTiming: { acceptAfterMs: 1, completeAfterMs: 2 } },
    })
    await withProcesses(testGateway, 1, async ([context]) => {
      for (let at = 0; ; at += 1) {
        const merchantOrderId = `order-${at}`
        await payOrder(testGateway, merchantOrderId)
        await testGateway.gateway.refunds.request({ merchantRefundId: `r-${at}`, merchantOrderId, amount: HALF })
        const { process, died } = dyingAt(context as GatewayContext, at)
        await JOBS['send-refunds'](process).catch(() => {})
        await freeLeases(testGateway)
        for (const ms of [FLIGHT_MS + 10_000, 600_000]) await testGateway.advance(ms)
        expect({ at, ...(await testGateway.gateway.refunds.get(`r-${at}`)) }).toMatchObject({
          at,
          state: 'COMPLETED',
          inDoubt: false,
        })
        expect(await refundedAtProvider(testGateway, merchantOrderId)).toBe(HALF)
        const sent = testGateway.sandbox.journal({ name: 'refund', kind: 'api' })
        expect(sent.filter((call) => call.merchantOrderId === merchantOrderId)).toHaveLength(1)
        if (!died()) {
          // Claim, status check, mark, request, reply: each with a point before and after it.
          expect(at).toBeGreaterThan(10)
          return
        }
      }
    })
  }, 300_000)
})

describe('a process that is killed after the provider received the refund', () => {
  /** Kills the process when the reply arrives; later requests are answered with `refusal` in place of the provider. */
  async function killAfterSending(refusal: Response, statusAnswers: () => Response | undefined = () => undefined) {
    let refused = false
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) => {
        if (!refused) return undefined
        return call === 'create' ? refusal.clone() : statusAnswers()
      }),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await withProcesses(testGateway, 1, async ([context]) => {
      const { provider } = context as GatewayContext
      let dead = false
      const process = withFaults(
        {
          ...(context as GatewayContext),
          provider: {
            ...provider,
            refunds: {
              ...provider.refunds,
              create: async (...refund) => {
                const response = await provider.refunds.create(...refund)
                dead = true
                return response
              },
            },
          },
        },
        () => {
          if (dead) throw new Error('killed')
        },
      )
      await JOBS['send-refunds'](process).catch(() => {})
    })
    refused = true
    await freeLeases(testGateway)
    return testGateway
  }
  const notFound = { code: 'ENTITY_MISSING', message: 'No entry found for given merchant refund id' }

  it.each([
    ['with an undocumented code', json({ code: 'SETTLEMENT_WINDOW_BUSY', message: 'Try another window' }, 400)],
    ['because its own first request took the amount', json({ code: 'REFUND_AMOUNT_EXCEEDS_ORIGINAL' }, 400)],
    ['without a body', new Response(null, { status: 422 })],
  ])('never fails it when a lagging status denies it and the repeat is refused %s', async (_words, refusal) => {
    let denials = 3
    const testGateway = await killAfterSending(refusal, () => (denials-- > 0 ? json(notFound, 400) : undefined))
    await testGateway.advance(60_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    await expect(testGateway.gateway.refunds.request(refundOf('r-2'))).rejects.toMatchObject({
      code: 'REFUND_IN_PROGRESS',
    })
    await runDays(testGateway)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', inDoubt: false })
    expect(await refundedAtProvider(testGateway)).toBe(HALF)
    expect(await testGateway.rows('select 1 from galla.refunds')).toHaveLength(1)
  })

  it('never fails it while the provider denies it', async () => {
    const testGateway = await killAfterSending(json({ code: 'SETTLEMENT_WINDOW_BUSY' }, 400), () => json(notFound, 400))
    await runDays(testGateway)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      state: 'REQUESTED',
      inDoubt: true,
      needsReview: { reason: 'refused' },
    })
    await expect(testGateway.gateway.refunds.request(refundOf('r-2', AMOUNT))).rejects.toMatchObject({
      code: expect.stringMatching(/REFUND_IN_PROGRESS|AMOUNT_TOO_LARGE/),
    })
  })
})

describe('a database that is restored from a backup', () => {
  it('looks a refund up before it is sent, also the first time', async () => {
    const calls: string[] = []
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) => void calls.push(call)),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await forgetRefunds(testGateway)
    calls.length = 0
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    expect(calls).not.toContain('create')
    expect(calls).toContain('status')
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', attempts: 0 })
    expect(await refundedAtProvider(testGateway)).toBe(HALF)
  })

  it('does not send a refund while its status cannot be read', async () => {
    let away = true
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) =>
        away && call === 'status' ? json({ code: 'INTERNAL_SERVER_ERROR' }, 500) : undefined,
      ),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    expect(sentStatuses(testGateway)).toEqual([])
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: false })
    away = false
    await testGateway.advance(600_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
  })

  it('reports the provider’s amount when the repeated request has another one', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await forgetRefunds(testGateway)
    await testGateway.gateway.refunds.request(refundOf('r-1', 10_000 as Paise))
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      needsReview: { reason: 'amount-mismatch', theirs: { amount: HALF } },
    })
    // The larger of both amounts is reserved.
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - HALF })
  })
})

/** A place at which one call waits until the test opens it. */
function gate() {
  let open = () => {}
  let arrive = () => {}
  let isAhead = true
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return {
    reached,
    open: () => open(),
    /** True until a call waits here. */
    isAhead: () => isAhead,
    passing(): Promise<void> {
      isAhead = false
      arrive()
      return opened
    },
  }
}

/** Resolves when five of six promises have resolved. */
function fiveOf(promises: readonly Promise<unknown>[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let done = 0
    for (const promise of promises) {
      promise.then(() => {
        done += 1
        if (done === promises.length - 1) resolve()
      }, reject)
    }
  })
}
