import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveSandbox } from '@galla/sandbox'
import { Galla, paise } from '@galla/sdk'
import { expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const setUp = (galla: Galla, frequency: 'MONTHLY' | 'ON_DEMAND') =>
  galla.subscriptions.setup({
    checkout: 'custom',
    merchantOrderId: 'setup-1',
    merchantSubscriptionId: 'sub-1',
    authWorkflowType: 'PENNY_DROP',
    amountType: 'VARIABLE',
    amount: paise(200),
    maxAmount: paise(99_900),
    frequency,
    deviceContext: { deviceOS: 'ANDROID' },
    paymentMode: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
  })

it('galla pay ends a notification and a debit as the payer’s bank would', async ({ onTestFinished }) => {
  const startMs = Date.parse('2027-01-31T08:00:00+05:30')
  const sandbox = await serveSandbox({ port: 0, clock: { startMs, frozen: true }, tokenLifeSec: 999_999 })
  const galla = new Galla({
    clientId: 'shop',
    clientSecret: 'any',
    clientVersion: 1,
    hosts: sandbox.url,
    clock: sandbox.clock,
  })
  onTestFinished(async () => {
    await galla.close()
    await sandbox.close()
  })
  await setUp(galla, 'ON_DEMAND')
  const run = (...line: string[]) => runCli(['pay', ...line, '--sandbox', sandbox.url], { fetch })
  await run('setup-1')
  for (const merchantOrderId of ['debit-1', 'debit-2'])
    await galla.subscriptions.notify({ merchantOrderId, merchantSubscriptionId: 'sub-1', amount: paise(19_900) })
  expect(await run('debit-2', '--outcome', 'failure')).toMatchObject({
    code: 0,
    out: expect.stringContaining('FAILED'),
  })
  expect(await run('debit-1')).toMatchObject({ code: 0, out: expect.stringContaining('debit-1  NOTIFIED  ₹199.00') })
  expect(await run('debit-1')).toMatchObject({ code: 1, err: expect.stringContaining('no open notification or debit') })
  await sandbox.clock.advance(25 * 3_600_000)
  await galla.subscriptions.redeem({ merchantOrderId: 'debit-1' })
  expect(await run('debit-1', '--json')).toMatchObject({ code: 0, out: expect.stringContaining('"state":"COMPLETED"') })
  expect((await sandbox.redemption('debit-1')).state).toBe('COMPLETED')
  expect(await run('debit-1', '--outcome', 'pending')).toMatchObject({ code: 2 })
  expect(await run('debit-1', '--instrument', 'wallet')).toMatchObject({ code: 2 })
  expect(await run('debit-9')).toMatchObject({ code: 1, err: expect.stringContaining('debit-9') })
})

it('galla pay approves a mandate, and galla trigger sends events about it', async ({ onTestFinished }) => {
  const received: string[] = []
  const shop = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push(JSON.parse(text).event)
    response.end()
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/callbacks`
  const sandbox = await serveSandbox({ port: 0, callbacks: { url, username: 'tea-stall', password: 'two-cups' } })
  const galla = new Galla({ clientId: 'shop', clientSecret: 'any', clientVersion: 1, hosts: sandbox.url })
  onTestFinished(async () => {
    await galla.close()
    await sandbox.close()
    shop.closeAllConnections()
    shop.close()
  })
  await setUp(galla, 'MONTHLY')
  const run = (...line: string[]) => runCli([...line, '--sandbox', sandbox.url], { fetch })
  const state = async () => (await galla.subscriptions.getStatus({ merchantSubscriptionId: 'sub-1' })).state

  expect(await run('pay', 'setup-1')).toMatchObject({ code: 0 })
  expect(await state()).toBe('ACTIVE')
  expect(await run('trigger', 'subscription.paused', '--mandate', 'sub-1')).toMatchObject({ code: 0 })
  expect(await state()).toBe('PAUSED')
  expect(await run('trigger', 'subscription.unpaused', '--mandate', 'sub-1')).toMatchObject({ code: 0 })
  await galla.subscriptions.notify({ merchantOrderId: 'debit-1', merchantSubscriptionId: 'sub-1', amount: paise(100) })
  const line = ['trigger', 'subscription.notification.completed', '--order', 'debit-1']
  expect(await run(...line)).toMatchObject({ code: 0 })
  expect((await galla.subscriptions.getOrderStatus({ merchantOrderId: 'debit-1' })).state).toBe('NOTIFIED')
  expect(await run('trigger', 'subscription.revoked', '--mandate', 'sub-1')).toMatchObject({ code: 0 })
  expect(await state()).toBe('REVOKED')
  expect(received).toEqual([
    'subscription.setup.order.completed',
    'subscription.paused',
    'subscription.unpaused',
    'subscription.notification.completed',
    'subscription.revoked',
  ])

  expect(await run('trigger', 'subscription.paused')).toMatchObject({ code: 2 })
  expect(await run('trigger', 'subscription.paused', '--order', 'setup-1')).toMatchObject({ code: 2 })
})
