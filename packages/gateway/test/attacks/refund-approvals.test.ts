import type { CreateApiKey } from '@galla/contract/gateway-api/api-keys'
import type { Paise } from '@galla/contract/money'
import { Galla } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import type { RefundControls } from '../../src/domain/refunds/controls.ts'
import type { RefundObservation } from '../../src/domain/refunds/observations.ts'
import { createApiKey, revokeApiKey } from '../../src/services/access/api-keys.ts'
import { actingAs } from '../../src/services/access/audit.ts'
import { decideRefund } from '../../src/services/refunds/decide-refund.ts'
import { requestRefund } from '../../src/services/refunds/request-refund.ts'
import { resolveRefundReview } from '../../src/services/refunds/resolve-refund.ts'
import { applyRefundObservation } from '../../src/services/refunds/sync-refund.ts'
import { insertUser } from '../../src/storage/access/users.ts'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { dyingAt } from '../helpers/dying-process.ts'
import { json, payOrder, refundOf, sentStatuses, withProcesses } from '../helpers/paid-order.ts'
import {
  AMOUNT,
  CALLBACK_URL,
  CLIENT,
  SECRET,
  setupTestGateways,
  type TestGateway,
  type TestGatewayOptions,
} from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const WAITING = 30_000 as Paise
const SMALL = 10_000 as Paise
const HOUR_MS = 3_600_000

interface People {
  readonly testGateway: TestGateway
  readonly asha: GatewayContext
  readonly ravi: GatewayContext
}

/** A paid order `paid` and two persons who may refund it. */
async function withPeople(
  refundControls: RefundControls,
  run: (people: People) => Promise<void>,
  options: TestGatewayOptions = {},
): Promise<void> {
  const testGateway = await createTestGateway({
    ...options,
    gateway: { refundControls },
    sandbox: { refundTiming: false },
  })
  await payOrder(testGateway, 'paid')
  await withProcesses(testGateway, 2, async ([first, second]) => {
    if (!first || !second) return
    const [one, other] = [
      { userId: 'u-1', name: 'asha', role: 'finance' },
      { userId: 'u-2', name: 'ravi', role: 'finance' },
    ] as const
    for (const user of [one, other]) await insertUser(first.database, { ...user, nowMs: 1 })
    const asha = actingAs(first, { who: one.name, userId: one.userId, role: one.role })
    const ravi = actingAs(second, { who: other.name, userId: other.userId, role: other.role })
    await run({ testGateway, asha, ravi })
  })
}

const ask = (by: GatewayContext, id = 'r-1', amount = WAITING) =>
  requestRefund(by, { ...refundOf(id, amount), origin: 'console' })

const decide = (by: GatewayContext, decision: 'approved' | 'declined', id = 'r-1') =>
  decideRefund(by, id, { decision, note: 'seen' })

/** The provider already knows the id, with another amount: a restored backup, or another system that uses the same ids. */
const reportedWith = (amount: number): RefundObservation => ({
  kind: 'status',
  status: { state: 'PENDING', amount, refundId: 'OMR1' },
})

describe('a request whose id the provider already knows with another amount', () => {
  it('is neither declined nor expired as failed while the provider reports money', async () => {
    await withPeople({ approvalAbove: 0, approvalHours: 2 }, async ({ testGateway, asha, ravi }) => {
      await ask(asha)
      await applyRefundObservation(asha, refundOf('r-1'), reportedWith(10_000))
      await expect(decide(ravi, 'declined')).rejects.toMatchObject({ code: 'APPROVAL_DECIDED' })
      await testGateway.advance(3 * HOUR_MS)
      expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
        state: 'REQUESTED',
        needsReview: { reason: 'amount-mismatch' },
      })
      expect(await testGateway.rows(`select 1 from galla.events where "event" = 'refund.failed'`)).toEqual([])
      expect(sentStatuses(testGateway)).toEqual([])
    })
  })

  it('waits again for the second person when its review is resolved with a retry, and no worker processes it repeatedly', async () => {
    await withPeople({ approvalAbove: 0 }, async ({ testGateway, asha, ravi }) => {
      const { approval } = await ask(asha)
      await applyRefundObservation(asha, refundOf('r-1'), reportedWith(10_000))
      await resolveRefundReview(asha, 'r-1', { decision: 'retry', note: 'a mistake of the bank' })
      expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ nextPollAtMs: approval?.untilMs })
      await testGateway.gateway.runPendingJobs()
      expect(sentStatuses(testGateway)).toEqual([])
      await decide(ravi, 'approved')
      await testGateway.gateway.runPendingJobs()
      expect(sentStatuses(testGateway)).toEqual([200])
    })
  })
})

describe('a request that was approved and sent before the database was restored from an older backup', () => {
  const sendBeforeRestore = async ({ sandbox }: TestGateway, merchantRefundId: string, amount: Paise) => {
    const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
    await client.refunds.create({ merchantRefundId, originalMerchantOrderId: 'paid', amount })
    await client.close()
  }

  it.each<['declined' | 'expired', 'PENDING' | 'COMPLETED']>([
    ['declined', 'PENDING'],
    ['declined', 'COMPLETED'],
    ['expired', 'PENDING'],
    ['expired', 'COMPLETED'],
  ])('is not %s, but found at the provider, where it is %s', async (decision, state) => {
    await withPeople({ approvalAbove: 0, approvalHours: 2 }, async ({ testGateway, asha, ravi }) => {
      const { gateway, sandbox } = testGateway
      await ask(asha)
      await sandbox.setFaults({ callbacks: { dropRate: 1 } })
      await sendBeforeRestore(testGateway, 'r-1', WAITING)
      if (state === 'COMPLETED') await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
      if (decision === 'expired') await testGateway.advance(3 * HOUR_MS)
      else
        await expect(decide(ravi, 'declined')).rejects.toMatchObject({
          code: 'APPROVAL_DECIDED',
          message: expect.stringContaining(`The provider has the refund: it is ${state}`),
        })
      expect(await gateway.refunds.get('r-1')).toMatchObject({ state })
      expect((await gateway.orders.get('paid'))?.refundableAmount).toBe(AMOUNT - WAITING)
      expect(await testGateway.rows(`select 1 from galla.events where "event" = 'refund.failed'`)).toEqual([])
    })
  })

  const aboutTheRequest = { code: 'BAD_REQUEST', message: 'Bad request: the header is invalid' }
  it.each([
    ['declined', 'does not answer', new Response('busy', { status: 503 })],
    ['expired', 'does not answer', new Response('busy', { status: 503 })],
    ['declined', 'refuses the question', Response.json(aboutTheRequest, { status: 400 })],
  ] as const)('is not %s while the provider %s', async (decision, _, refusal) => {
    let answers = true
    const options: TestGatewayOptions = {
      wrapProvider: (provider) => async (url, init) => (answers ? provider(url, init) : refusal.clone()),
    }
    const limits = { approvalAbove: 0, approvalHours: 2 }
    const test = async ({ testGateway, asha, ravi }: Parameters<Parameters<typeof withPeople>[1]>[0]) => {
      const { gateway, advance } = testGateway
      await ask(asha)
      answers = false
      if (decision === 'expired') await advance(3 * HOUR_MS)
      else await expect(decide(ravi, 'declined')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
      expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', approval: { state: 'waiting' } })
      expect((await gateway.orders.get('paid'))?.refundableAmount).toBe(AMOUNT - WAITING)
      answers = true
      if (decision === 'expired') await advance(HOUR_MS)
      else await decide(ravi, 'declined')
      expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'FAILED', approval: { state: decision } })
    }
    await withPeople(limits, test, options)
  })
})

it('a request about whose expiry the provider does not answer needs review, where a person can end it after an answer', async () => {
  let answers = true
  const options: TestGatewayOptions = {
    wrapProvider: (provider) => async (url, init) =>
      answers ? provider(url, init) : Response.json({ code: 'AUTHORIZATION_FAILED' }, { status: 403 }),
  }
  const limits = { approvalAbove: 0, approvalHours: 2 }
  const test = async ({ testGateway, asha }: Parameters<Parameters<typeof withPeople>[1]>[0]) => {
    await ask(asha)
    answers = false
    for (let n = 0; n < 14; n += 1) await testGateway.advance(6 * HOUR_MS)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'undecided' } })
    const end = () => resolveRefundReview(asha, 'r-1', { decision: 'failed', note: 'the dashboard does not have it' })
    await expect(end()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    answers = true
    await end()
    expect((await testGateway.gateway.orders.get('paid'))?.refundableAmount).toBe(AMOUNT)
  }
  await withPeople(limits, test, options)
})

describe('a request that waits', () => {
  it('is approved with its audit entry, or not at all, when the process is killed at any call', async () => {
    await withPeople({ approvalAbove: 0 }, async ({ testGateway, asha, ravi }) => {
      for (let at = 0, died = true; died; at += 1) {
        const [id, merchantOrderId] = [`r-${at}`, `order-${at}`]
        await payOrder(testGateway, merchantOrderId)
        await requestRefund(asha, { merchantRefundId: id, merchantOrderId, amount: WAITING, origin: 'console' })
        const dying = dyingAt(ravi, at)
        await decide(dying.process, 'approved', id).catch(() => {})
        died = dying.died()
        const entries = await testGateway.rows(`select from galla.audit where "what" = 'approved refund ${id}'`)
        const { approval } = (await testGateway.gateway.refunds.get(id)) ?? {}
        expect({ at, entries: entries.length }).toEqual({ at, entries: approval?.state === 'approved' ? 1 : 0 })
      }
      expect(await testGateway.rows(`select from galla.audit where "what" like 'approved refund %'`)).not.toEqual([])
    })
  }, 120_000)

  it('is not split by a program that names another origin', async () => {
    await withPeople({ programApprovalAbove: 20_000 }, async ({ testGateway }) => {
      const { refunds } = testGateway.gateway
      await refunds.request({ ...refundOf('r-1', 15_000 as Paise), origin: 'console' })
      await testGateway.drainJobs()
      await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      expect(await refunds.request(refundOf('r-2', 15_000 as Paise))).toMatchObject({ approval: { state: 'waiting' } })
    })
  })

  it.each(['a person', 'a key'])('is not split between a person and a key: the first part by %s', async (first) => {
    await withPeople({ approvalAbove: 20_000, programApprovalAbove: 20_000 }, async ({ testGateway, asha }) => {
      const key = actingAs(asha, { who: 'key:own' })
      const [one, other] = first === 'a key' ? [key, asha] : [asha, key]
      expect(await ask(one, 'r-1', 15_000 as Paise)).not.toHaveProperty('approval')
      await testGateway.drainJobs()
      await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      expect(await ask(other, 'r-2', 15_000 as Paise)).toMatchObject({ approval: { state: 'waiting' } })
    })
  })

  it('is approved once at its expiry minus a millisecond and never at its expiry, in either order', async () => {
    await withPeople({ approvalAbove: 0, approvalHours: 1 }, async ({ testGateway, asha, ravi }) => {
      await ask(asha)
      await testGateway.sandbox.clock.advance(HOUR_MS)
      const [approved] = await Promise.allSettled([decide(ravi, 'approved'), testGateway.gateway.runPendingJobs()])
      expect(approved?.status).toBe('rejected')
      await ask(asha, 'r-2')
      await testGateway.sandbox.clock.advance(HOUR_MS - 1)
      const [first, second] = await Promise.allSettled([
        decide(ravi, 'approved', 'r-2'),
        decide(ravi, 'approved', 'r-2'),
        testGateway.gateway.runPendingJobs(),
      ])
      // The one that begins after the other has ended finds the decision.
      for (const one of [first, second])
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'APPROVAL_DECIDED' })
      expect([first.status, second.status]).toContain('fulfilled')
      await testGateway.gateway.runPendingJobs()
      expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ errorCode: 'APPROVAL_EXPIRED' })
      expect(sentStatuses(testGateway)).toEqual([200])
    })
  })

  it('of a key is not approved by the person who created the key, also after another one has replaced it', async () => {
    await withPeople({ programApprovalAbove: 0 }, async ({ testGateway, asha, ravi }) => {
      const key: CreateApiKey = { name: 'returns', scopes: ['refunds'] }
      const { apiKey } = await createApiKey(asha, key)
      await ask(actingAs(asha, { who: 'key:returns', keyId: apiKey.keyId }))
      await revokeApiKey(asha, apiKey.keyId)
      await createApiKey(ravi, key)
      await expect(decide(asha, 'approved')).rejects.toMatchObject({ code: 'SECOND_PERSON_NEEDED' })
      await decide(actingAs(asha, { who: 'meena', userId: 'u-3', role: 'admin' }), 'approved')
      await testGateway.gateway.runPendingJobs()
      expect(sentStatuses(testGateway)).toEqual([200])
    })
  })

  it('is sent after an erasure of the payer, and its requester cannot approve it in another role', async () => {
    await withPeople({ approvalAbove: 0 }, async ({ testGateway, asha, ravi }) => {
      await requestRefund(asha, { ...refundOf('r-1', WAITING), origin: 'console', note: 'for 9876543210' })
      await testGateway.gateway.payers.erase({ merchantOrderId: 'paid' })
      const boss = actingAs(asha, { who: 'asha as admin', userId: 'u-1', role: 'admin' })
      await expect(decide(boss, 'approved')).rejects.toMatchObject({ code: 'SECOND_PERSON_NEEDED' })
      await decide(ravi, 'approved')
      await testGateway.gateway.runPendingJobs()
      expect(sentStatuses(testGateway)).toEqual([200])
    })
  })

  it('leaves the surplus of a second payment to be refunded, and both are paid out once', async () => {
    let isPaidTwice = false
    const second = { transactionId: 'T-2', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_QR', timestamp: 1 }
    const wrapProvider = withChangedStatus('order', (status) =>
      isPaidTwice ? { ...status, paymentDetails: [...(status.paymentDetails as object[]), second] } : status,
    )
    await withPeople(
      { approvalAbove: 0 },
      async ({ testGateway, asha, ravi }) => {
        await ask(asha)
        isPaidTwice = true
        await testGateway.gateway.orders.sync('paid')
        await decide(ravi, 'approved')
        await testGateway.gateway.runPendingJobs()
        expect(sentStatuses(testGateway)).toEqual([200])
        expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - WAITING })
      },
      { wrapProvider },
    )
  })

  it('counts for the day in which it was requested, also declined after midnight in India by a slower clock', async () => {
    await withPeople({ approvalAbove: 0, dailyLimits: { finance: WAITING } }, async ({ testGateway, asha, ravi }) => {
      await ask(asha)
      await testGateway.sandbox.clock.advance(24 * HOUR_MS)
      await decide(ravi, 'declined')
      await ask(asha, 'r-2')
      await expect(
        payOrder(testGateway, 'other').then(() =>
          requestRefund(asha, { ...refundOf('r-3', 100 as Paise), merchantOrderId: 'other', origin: 'console' }),
        ),
      ).rejects.toMatchObject({ code: 'REFUND_LIMIT' })
      const days = await testGateway.rows<{ amount: string }>('select "amount" from galla.refund_days order by "day"')
      expect(days.map(({ amount }) => Number(amount))).toEqual([0, WAITING])
    })
  })
})

describe('a limit that is set while requests of the day are open', () => {
  it('is not raised by declining what was requested before there was one', async () => {
    await withPeople({ approvalAbove: 0 }, async ({ testGateway, asha, ravi }) => {
      await ask(asha)
      for (const id of ['b', 'c']) await payOrder(testGateway, id)
      const limited = { ...asha, refundControls: { approvalAbove: 100_000, dailyLimits: { finance: WAITING } } }
      const more = (merchantOrderId: string) =>
        requestRefund(limited, { ...refundOf(`r-${merchantOrderId}`, WAITING), merchantOrderId, origin: 'console' })
      await more('b')
      await decide(ravi, 'declined')
      await expect(more('c')).rejects.toMatchObject({ code: 'REFUND_LIMIT' })
    })
  })
})

it.each([
  ['is another one', [SMALL, SMALL]],
  ['is it, in a restored database', [SMALL]],
] as const)(
  'a refund of the same amount that is made elsewhere counts while a request waits, and %s',
  async (_, taken) => {
    let isRestored = false
    const options: TestGatewayOptions = {
      wrapProvider: (provider) => async (url, init) => {
        const address = String(url instanceof Request ? url.url : url)
        return isRestored && address.endsWith('/r-1/status')
          ? json({ originalMerchantOrderId: 'paid', refundId: 'OMR1', amount: SMALL, state: 'COMPLETED' }, 200)
          : provider(url, init)
      },
    }
    const run = async ({ testGateway, asha, ravi }: People) => {
      const asked = () => testGateway.sandbox.journal({ kind: 'api' }).filter(({ path }) => path?.includes('refund'))
      await ask(asha, 'r-1', SMALL)
      const status = { originalMerchantOrderId: 'paid', refundId: 'OMR1', amount: SMALL, state: 'COMPLETED' } as const
      const body = JSON.stringify({ event: 'pg.refund.completed', payload: status })
      const request = new Request(CALLBACK_URL, { method: 'POST', headers: await sign(body, SECRET), body })
      await testGateway.gateway.fetch(request)
      await testGateway.gateway.runPendingJobs()
      expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundedAmount: SMALL })
      expect(asked()).toEqual([])
      isRestored = taken.length === 1
      await decide(ravi, 'approved')
      await testGateway.drainJobs()
      const { rows } = await testGateway.gateway.refunds.list()
      expect(rows.map(({ amount }) => amount)).toEqual(taken)
      const sum = taken.reduce<number>((total, amount) => total + amount, 0)
      expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - sum })
    }
    await withPeople({ approvalAbove: 0 }, run, options)
  },
)

it('an approved refund is not sent while a refund made elsewhere, which does not fit beside it, is in review', async () => {
  await withPeople({ approvalAbove: 0 }, async ({ testGateway, asha, ravi }) => {
    await ask(asha, 'r-1', AMOUNT)
    const elsewhere = { merchantRefundId: 'dashboard', merchantOrderId: 'paid' }
    const report = (state: 'COMPLETED' | 'FAILED') =>
      applyRefundObservation(ravi, elsewhere, { kind: 'status', status: { state, amount: AMOUNT } })
    expect(await report('COMPLETED')).toMatchObject({ needsReview: { reason: 'contradiction' } })
    await decide(ravi, 'approved')
    await testGateway.drainJobs()
    await testGateway.advance(HOUR_MS)
    expect(sentStatuses(testGateway)).toEqual([])
    await testGateway.advance(72 * HOUR_MS)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'undecided' } })
    // It was reported as paid out before, so a person decides which is true.
    expect(await report('FAILED')).toMatchObject({ needsReview: { reason: 'contradiction' } })
    await resolveRefundReview(ravi, 'dashboard', { decision: 'failed', note: 'not in the dashboard' })
    await resolveRefundReview(ravi, 'r-1', { decision: 'retry', note: 'the other one failed' })
    await testGateway.drainJobs()
    expect(sentStatuses(testGateway)).toEqual([200])
  })
})

it('a refund that is found outside the gateway, as after a restore, counts for the approval of the next one', async () => {
  await withPeople({ approvalAbove: SMALL }, async ({ testGateway, asha, ravi }) => {
    const lost = { merchantRefundId: 'lost', merchantOrderId: 'paid' }
    const status = { state: 'COMPLETED', amount: SMALL, refundId: 'OMR-lost' } as const
    expect(await applyRefundObservation(ravi, lost, { kind: 'status', status })).toMatchObject({ origin: 'external' })
    expect(await ask(asha, 'r-1', SMALL)).toMatchObject({ approval: { state: 'waiting' } })
    await testGateway.drainJobs()
    expect(sentStatuses(testGateway)).toEqual([])
  })
})
