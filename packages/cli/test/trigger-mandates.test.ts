import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveSandbox } from '@galla/sandbox'
import { Galla, paise } from '@galla/sdk'
import { expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

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
  await galla.subscriptions.setup({
    checkout: 'custom',
    merchantOrderId: 'setup-1',
    merchantSubscriptionId: 'sub-1',
    authWorkflowType: 'PENNY_DROP',
    amountType: 'VARIABLE',
    amount: paise(200),
    maxAmount: paise(99_900),
    frequency: 'MONTHLY',
    deviceContext: { deviceOS: 'ANDROID' },
    paymentMode: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
  })
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
