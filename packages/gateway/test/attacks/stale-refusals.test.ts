import { expect, it } from 'vitest'
import { JOBS } from '../../src/workers/jobs.ts'
import {
  freeLeases,
  json,
  refundOf,
  replaceRefundResponses,
  withPaidOrder,
  withProcesses,
} from '../helpers/paid-order.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())

/** A call that says when it starts, and goes on when `answer` is called. */
function heldCall() {
  let start = () => {}
  let answer = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const run = () => {
    start()
    return answered
  }
  return { started, answer, run }
}

it('a refund is not sent again by a process that read it before it was refused', async () => {
  const [firstRequest, secondStatus, thirdStatus] = [heldCall(), heldCall(), heldCall()]
  const calls = { create: 0, status: 0 }
  const testGateway = await createGatewayWithPaidOrder({
    wrapProvider: replaceRefundResponses(async (call) => {
      calls[call] += 1
      const nth = calls[call]
      if (call === 'create') {
        if (nth > 1) return Response.error()
        await firstRequest.run()
        return json({ code: 'REFUND_NOT_ALLOWED', message: 'Not now' }, 400)
      }
      if (nth === 2) await secondStatus.run()
      if (nth === 3) await thirdStatus.run()
      return json({ code: 'REFUND_NOT_FOUND', message: 'No refund' }, 404)
    }),
  })
  await testGateway.gateway.refunds.request(refundOf('r-1'))
  await withProcesses(testGateway, 2, async ([paused, other]) => {
    if (!paused || !other) throw new Error('two processes are needed')
    const first = JOBS['send-refunds'](paused)
    await firstRequest.started
    // The first process is paused for longer than its lease; the second one has the refund now.
    await freeLeases(testGateway)
    const second = JOBS['send-refunds'](other)
    await secondStatus.started
    firstRequest.answer()
    await thirdStatus.started
    secondStatus.answer()
    await second
    thirdStatus.answer()
    await first
  })
  expect(calls.create).toBe(1)
  await testGateway.advance(11_000)
  expect(calls.create).toBe(1)
  expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
    state: 'FAILED',
    errorCode: 'REFUND_NOT_ALLOWED',
  })
})
