import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, type MandateSandbox, withMandate } from './support.ts'

const MINUTE_MS = 60_000

/** Pauses the mandate and ends the pause: by the payer, or by its date. */
async function pauseAndResume(
  { sandbox }: MandateSandbox,
  by: 'payer' | 'date',
  forMs = 20 * MINUTE_MS,
): Promise<void> {
  await sandbox.simulateMandate('sub-1', { action: 'PAUSE', pauseUntilMs: sandbox.clock.now() + forMs })
  if (by === 'payer') await sandbox.simulateMandate('sub-1', { action: 'RESUME' })
  else await sandbox.clock.advance(forMs)
}

describe('a pause between two tries of a debit', () => {
  test.each(['payer', 'date'] as const)('ends the provider’s tries (resumed by the %s)', async (by) => {
    const mandate = await withMandate()
    const { sandbox, notify, order, events } = mandate
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9' })
    await notify('debit-1', { flow: { autoDebit: true } })
    await sandbox.clock.advance(DAY_MS + 10 * MINUTE_MS)
    expect((await order('debit-1')).body).toMatchObject({ state: 'PENDING', paymentDetails: [{ state: 'FAILED' }] })

    await pauseAndResume(mandate, by)
    expect((await sandbox.mandate('sub-1')).redemptions[0]).toMatchObject({ state: 'PENDING', void: true })
    await sandbox.clock.advance(4 * DAY_MS)
    expect((await order('debit-1')).body).toMatchObject({ state: 'FAILED', paymentDetails: [{ state: 'FAILED' }] })
    expect(events()).not.toContain('subscription.redemption.order.completed')
  })

  test('ends the merchant’s tries: the debit has to be announced again', async () => {
    const mandate = await withMandate()
    const { sandbox, notify, redeem, order } = mandate
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9' })
    await notify('debit-1', { flow: { redemptionRetryStrategy: 'CUSTOM' } })
    await sandbox.clock.advance(DAY_MS + 10 * MINUTE_MS)
    await redeem('debit-1')
    await sandbox.clock.advance(MINUTE_MS)
    await pauseAndResume(mandate, 'payer')
    await sandbox.clock.advance(6 * HOUR_MS)

    const refused = await redeem('debit-1')
    expect([refused.status, refused.body.code]).toEqual([400, 'BAD_REQUEST'])
    expect((await order('debit-1')).body.paymentDetails).toHaveLength(1)
    expect((await notify('debit-2')).status).toBe(200)
    await sandbox.clock.advance(DAY_MS + HOUR_MS)
    await redeem('debit-2')
    await sandbox.clock.advance(10 * HOUR_MS)
    expect((await order('debit-2')).body.state).toBe('COMPLETED')
  })
})

test('a pause while a debit waits for the end of the peak hours fails that debit', async () => {
  const mandate = await withMandate()
  const { sandbox, notify, redeem, order } = mandate
  await notify('debit-1')
  await sandbox.clock.advance(DAY_MS + 2.5 * HOUR_MS)
  expect((await redeem('debit-1')).status).toBe(200)
  await pauseAndResume(mandate, 'date', HOUR_MS)
  await sandbox.clock.advance(4 * HOUR_MS)
  expect((await order('debit-1')).body).toMatchObject({ state: 'FAILED', errorCode: 'ACCOUNT_NOT_ELIGIBLE' })
})

describe('a notification without a result ends, and no longer counts', () => {
  test('when the payer pauses and resumes', async () => {
    const mandate = await withMandate()
    const { sandbox, notify, redeem, order, events } = mandate
    await notify('debit-1', { flow: { autoDebit: true } })
    await pauseAndResume(mandate, 'payer')
    await sandbox.clock.advance(10_000)
    expect((await order('debit-1')).body.state).toBe('NOTIFIED')
    expect(events()).toContain('subscription.notification.completed')
    await sandbox.clock.advance(DAY_MS + HOUR_MS)
    expect((await redeem('debit-1')).status).toBe(400)
    expect((await order('debit-1')).body).toMatchObject({ state: 'NOTIFIED', paymentDetails: [] })
  })

  test('when the payer refuses the debit', async () => {
    const { sandbox, notify, order } = await withMandate()
    await notify('debit-1')
    await sandbox.simulateMandate('sub-1', { action: 'OPT_OUT' })
    await sandbox.clock.advance(10_000)
    expect((await order('debit-1')).body.state).toBe('NOTIFIED')
    expect((await sandbox.mandate('sub-1')).redemptions[0]?.void).toBe(true)
  })
})

test('a payer refuses each announced debit once, and none that has started', async () => {
  const { sandbox, notify, redeem } = await withMandate({ frequency: 'ON_DEMAND' })
  const optOut = () => sandbox.simulateMandate('sub-1', { action: 'OPT_OUT' })
  await notify('debit-1')
  await notify('debit-2')
  const voided = ({ redemptions }: Awaited<ReturnType<typeof optOut>>) => redemptions.map((one) => one.void ?? false)
  expect(voided(await optOut())).toEqual([false, true])
  expect(voided(await optOut())).toEqual([true, true])
  await expect(optOut()).rejects.toThrow('No debit of this mandate is announced.')
  await notify('debit-3')
  await sandbox.clock.advance(DAY_MS + HOUR_MS)
  await redeem('debit-3')
  await expect(optOut()).rejects.toThrow('The debit has started.')
})
