import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { resolveRefundReview } from '../../src/services/refunds/resolve-refund.ts'
import { syncRefund } from '../../src/services/refunds/sync-refund.ts'
import {
  freeLeases,
  HALF,
  json,
  refundOf,
  replaceRefundResponses,
  withPaidOrder,
  withProcesses,
} from '../helpers/paid-order.ts'
import { AMOUNT, CALLBACK_URL, SECRET, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())
const HOUR_MS = 3_600_000

type Answer = { readonly state: string; readonly [field: string]: unknown } | 'not-found' | 'busy'

/** A gateway with the paid order `paid`, whose provider answers statuses of the refund `r-1` with `answers`, then with the last one. */
async function createGateway() {
  const answers: (Answer | Promise<Answer>)[] = []
  let arrived: ((one: unknown) => unknown) | undefined
  let create: (() => Response | undefined | Promise<Response>) | undefined
  const hold = (then: Answer, at: number) => {
    let answer = () => {}
    const held = new Promise<Answer>((resolve) => {
      answer = () => resolve(then)
    })
    answers.splice(at, 0, held)
    const asked = new Promise<void>((resolve) => {
      arrived = (one) => one === held && resolve()
    })
    return { asked, answer: () => answer() }
  }
  const testGateway = await createGatewayWithPaidOrder({
    wrapProvider: replaceRefundResponses(async (call) => {
      if (call === 'create') return create?.()
      const next = answers.length > 1 ? answers.shift() : answers[0]
      if (next === undefined) return undefined
      arrived?.(next)
      const answer = await next
      if (answer === 'busy') return json({ code: 'SERVICE_UNAVAILABLE' }, 503)
      if (answer === 'not-found') return json({ code: 'REFUND_NOT_FOUND', message: 'No refund' }, 404)
      return json({ originalMerchantOrderId: 'paid', merchantRefundId: 'r-1', amount: HALF, ...answer }, 200)
    }),
  })
  await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
  return {
    ...testGateway,
    answers,
    onCreate: (respond: NonNullable<typeof create>) => {
      create = respond
    },
    /** The next status check is asked, and answered when `answer` is called. */
    holdNext: (then: Answer) => hold(then, 0),
    /** As `holdNext`, of the check after those that `answers` has. */
    holdLater: (then: Answer) => hold(then, answers.length),
  }
}

/** The refund `r-1` has failed, as far as the provider said. */
async function failRefund({ gateway, advance, answers }: Awaited<ReturnType<typeof createGateway>>) {
  answers.push('not-found', { state: 'PENDING' })
  await gateway.refunds.request(refundOf('r-1'))
  await gateway.runPendingJobs()
  answers.splice(0, answers.length, { state: 'FAILED', errorCode: 'TECHNICAL_DECLINE' })
  await advance(60_000)
  expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'FAILED' })
}

const left = async ({ gateway }: Pick<TestGateway, 'gateway'>) =>
  (await gateway.orders.get('paid'))?.refundableAmount ?? 0

async function sendCallback({ gateway }: Pick<TestGateway, 'gateway'>, payload: object) {
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const fields = { originalMerchantOrderId: 'paid', amount: HALF, state: 'COMPLETED', ...payload }
  const body = JSON.stringify({ event: 'pg.refund.completed', payload: fields })
  const response = await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers: { authorization }, body }))
  expect(response.status).toBe(200)
}

describe('a status of a refund that arrives after the refund has changed', () => {
  it('does not fail a refund that the provider has corrected since', async () => {
    const testGateway = await createGateway()
    const { gateway, answers, holdNext } = testGateway
    await failRefund(testGateway)
    answers.splice(0, answers.length, { state: 'PENDING' })
    const late = holdNext({ state: 'FAILED' })
    const first = gateway.refunds.sync('r-1')
    await late.asked
    expect(await gateway.refunds.sync('r-1')).toMatchObject({ state: 'PENDING' })
    late.answer()
    expect(await first).toMatchObject({ state: 'PENDING' })
    expect(await left(testGateway)).toBe(AMOUNT - HALF)
  })

  it('reopens a refund that a person has decided as failed meanwhile', async () => {
    const testGateway = await createGateway()
    const { gateway, answers, holdNext, advance, onCreate } = testGateway
    answers.push('not-found', 'busy')
    onCreate(() => json({ code: 'SERVICE_UNAVAILABLE' }, 503))
    await gateway.refunds.request(refundOf('r-1'))
    await gateway.runPendingJobs()
    await advance(73 * HOUR_MS)
    expect(await gateway.refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'undecided' } })
    answers.splice(0, answers.length, 'not-found')
    const late = holdNext({ state: 'PENDING' })
    const sync = gateway.refunds.sync('r-1')
    await late.asked
    await withProcesses(testGateway, 1, async ([context]) => {
      await resolveRefundReview(context as GatewayContext, 'r-1', { decision: 'failed', note: 'no word of it' })
    })
    answers.splice(0, answers.length, { state: 'PENDING' })
    late.answer()
    expect(await sync).toMatchObject({ state: 'PENDING' })
    expect(await left(testGateway)).toBe(AMOUNT - HALF)
  })

  it('does not deny a refund that was sent after the status was asked for', async () => {
    const testGateway = await createGateway()
    const { gateway, answers, holdNext, onCreate, advance } = testGateway
    answers.push('not-found', 'busy')
    onCreate(() => json({ code: 'BAD_REQUEST', message: 'Bad request' }, 400))
    await gateway.refunds.request(refundOf('r-1'))
    const late = holdNext('not-found')
    const sync = gateway.refunds.sync('r-1')
    await late.asked
    await gateway.runPendingJobs()
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true, attempts: 1 })
    late.answer()
    await sync
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    expect(await left(testGateway)).toBe(AMOUNT - HALF)
    answers.splice(0, answers.length, { state: 'PENDING' })
    await advance(60_000)
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
  })

  it('does not end the callback that asked for it: the status is asked for again', async () => {
    const testGateway = await createGateway()
    const { gateway, answers, holdNext, advance } = testGateway
    await failRefund(testGateway)
    for (const hours of [1, 24, 48, 7 * 24, 23 * 24, 60 * 24]) await advance(hours * HOUR_MS)
    expect((await gateway.refunds.get('r-1'))?.nextPollAtMs).toBeUndefined()
    answers.splice(0, answers.length, { state: 'FAILED', detailedErrorCode: 'REPLICA' }, { state: 'COMPLETED' })
    const late = holdNext({ state: 'COMPLETED' })
    await sendCallback(testGateway, { merchantRefundId: 'r-1' })
    const jobs = gateway.runPendingJobs()
    await late.asked
    await gateway.refunds.sync('r-1')
    late.answer()
    await jobs
    await advance(60_000)
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
    expect(await left(testGateway)).toBe(AMOUNT - HALF)
  })

  it('fails no refund whose request was refused, and which the provider has corrected since', async () => {
    const testGateway = await createGateway()
    const { gateway, answers, holdLater, onCreate } = testGateway
    answers.push('not-found')
    onCreate(() => json({ code: 'REFUND_NOT_ALLOWED', message: 'refused' }, 400))
    await gateway.refunds.request(refundOf('r-1'))
    const late = holdLater({ state: 'FAILED' })
    answers.push({ state: 'FAILED' }, { state: 'PENDING' })
    const jobs = gateway.runPendingJobs()
    await late.asked
    expect(await gateway.refunds.sync('r-1')).toMatchObject({ state: 'FAILED' })
    expect(await gateway.refunds.sync('r-1')).toMatchObject({ state: 'PENDING' })
    late.answer()
    await jobs
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
    expect(await left(testGateway)).toBe(AMOUNT - HALF)
  })

  it('fails no refund that was not stored when it was asked for', async () => {
    const testGateway = await createGateway()
    const { gateway, answers, holdNext } = testGateway
    answers.push({ state: 'FAILED', merchantRefundId: 'theirs' })
    const late = holdNext({ state: 'FAILED', merchantRefundId: 'theirs' })
    await sendCallback(testGateway, { merchantRefundId: 'theirs', state: 'FAILED' })
    const jobs = gateway.runPendingJobs()
    await late.asked
    await withProcesses(testGateway, 1, async ([context]) => {
      await syncRefund(context as GatewayContext, { merchantRefundId: 'theirs', merchantOrderId: 'paid' })
    })
    answers.splice(0, answers.length, { state: 'PENDING', merchantRefundId: 'theirs' })
    expect(await gateway.refunds.sync('theirs')).toMatchObject({ state: 'PENDING' })
    late.answer()
    await jobs
    expect(await gateway.refunds.get('theirs')).toMatchObject({ state: 'PENDING' })
    expect(await left(testGateway)).toBe(AMOUNT - HALF)
  })

  it('takes back no refund that is known by the provider’s id only', async () => {
    const testGateway = await createGateway()
    const { gateway, answers, holdNext, advance } = testGateway
    answers.push('not-found', { state: 'PENDING' })
    await gateway.refunds.request(refundOf('r-1'))
    await gateway.runPendingJobs()
    answers.splice(0, answers.length, { state: 'FAILED' })
    const late = holdNext({ state: 'COMPLETED', refundId: 'OMR-1' })
    const sync = gateway.refunds.sync('r-1')
    await late.asked
    await freeLeases(testGateway)
    await advance(60_000)
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'FAILED' })
    await sendCallback(testGateway, { refundId: 'OMR-1' })
    await gateway.runPendingJobs()
    expect(await left(testGateway)).toBe(AMOUNT - HALF)
    late.answer()
    await sync
    expect(await left(testGateway)).toBe(AMOUNT - HALF)
  })
})

it('a response to a request that a status has decided meanwhile changes nothing', async () => {
  const testGateway = await createGateway()
  const { gateway, answers, onCreate } = testGateway
  let respond = () => {}
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  answers.push('not-found', { state: 'FAILED' })
  onCreate(async () => {
    arrive()
    await new Promise<void>((resolve) => {
      respond = resolve
    })
    return json({ merchantRefundId: 'r-1', refundId: 'OMR-1', amount: HALF, state: 'PENDING' }, 200)
  })
  await gateway.refunds.request(refundOf('r-1'))
  const jobs = gateway.runPendingJobs()
  await arrived
  expect(await gateway.refunds.sync('r-1')).toMatchObject({ state: 'FAILED' })
  respond()
  await jobs
  expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'FAILED' })
  expect((await gateway.refunds.get('r-1'))?.needsReview).toBeUndefined()
})

it('a failed refund is checked until each of its three checks is answered', async () => {
  const testGateway = await createGateway()
  const { gateway, answers, advance, sandbox } = testGateway
  await failRefund(testGateway)
  await sandbox.clock.advance(73 * HOUR_MS)
  answers.splice(0, answers.length, 'busy', { state: 'COMPLETED' })
  await gateway.runPendingJobs()
  expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'FAILED', nextPollAtMs: expect.any(Number) })
  await advance(6 * HOUR_MS)
  expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
  expect(await left(testGateway)).toBe(AMOUNT - HALF)
})
