import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla, paise } from '@galla/sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

/** A shop that asks for the status at each callback, and fulfils a completed order. */
let shop: Server
let fulfilled: string[]
let answer: { status: number; body: string }
let sandbox: ServedSandbox
let galla: Galla

beforeEach(async () => {
  fulfilled = []
  answer = { status: 200, body: '' }
  shop = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { merchantOrderId } = JSON.parse(text).payload
    const { state } = await galla.standardCheckout.getOrderStatus({ merchantOrderId })
    if (state === 'COMPLETED') fulfilled.push(merchantOrderId)
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/callbacks`
  sandbox = await serveSandbox({ port: 0, callbacks: { url, username: 'tea-stall', password: 'two-cups' } })
  galla = new Galla({ clientId: 'shop', clientSecret: 'any', clientVersion: 1, hosts: sandbox.url })
  const redirectUrl = 'http://127.0.0.1/thanks'
  await galla.standardCheckout.pay({ merchantOrderId: 'order-42', amount: paise(49_900), redirectUrl })
})
afterEach(async () => {
  await galla.close()
  await sandbox.close()
  shop.closeAllConnections()
  shop.close()
})

const galla42 = (...line: string[]) => runCli([...line, '--sandbox', sandbox.url], { fetch })

describe('galla pay', () => {
  it('completes an order, and prints the answer of the app, which fulfils', async () => {
    const { code, out, err } = await galla42('pay', 'order-42')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^order-42 {2}COMPLETED {2}₹499\.00\n.*checkout\.order\.completed .*your app: 200/)
    expect(fulfilled).toEqual(['order-42'])
  })

  it.each([
    ['failure', 'FAILED', 'TXN_CANCELLED'],
    ['Z9', 'FAILED', 'INSUFFICIENT_BALANCE (Z9)'],
    ['PENDING', 'PENDING', ''],
  ])('--outcome %s leaves the order %s', async (outcome, state, reason) => {
    const { code, out } = await galla42('pay', 'order-42', '--outcome', outcome)
    expect(code).toBe(0)
    expect(out).toContain(`order-42  ${state}`)
    expect(out).toContain(reason)
    expect((await sandbox.order('order-42')).state).toBe(state)
    expect(fulfilled).toEqual([])
  })

  it('--keep-open fails the attempt only, so that the order can be paid afterwards', async () => {
    expect((await galla42('pay', 'order-42', '--outcome', 'ZM', '--keep-open')).out).toContain('attempt.failed')
    expect((await galla42('pay', 'order-42', '--instrument', 'wallet', '--json')).code).toBe(0)
    const order = await sandbox.order('order-42')
    expect(order.paymentDetails.map(({ state }) => state)).toEqual(['FAILED', 'COMPLETED'])
  })

  it('exits with 1 for an order that cannot change or is unknown, and when the app refuses the callback', async () => {
    answer = { status: 500, body: 'down' }
    expect(await galla42('pay', 'order-42')).toMatchObject({ code: 1, out: expect.stringContaining('500') })
    expect(await galla42('pay', 'order-42')).toMatchObject({ code: 1, err: expect.stringContaining('COMPLETED') })
    expect(await galla42('pay', 'order-43')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no order order-43'),
    })
  })

  it('says when no callback is sent', async () => {
    await sandbox.setReceiver({ url: '' })
    const { code, err } = await galla42('pay', 'order-42')
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('No callback was sent') })
  })

  it.each([
    [['pay'], 'pay takes one order'],
    [['pay', 'a', 'b'], 'pay takes one order'],
    [['pay', 'a', '--keep-open'], '--keep-open applies to a failure'],
    [['pay', 'a', '--instrument', 'gold'], '--instrument must be one of ACCOUNT'],
  ])('exits with 2 for %j', async (line, sentence) => {
    expect(await runCli(line)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) })
  })
})

describe('galla trigger --order', () => {
  it('makes the event true, so that a shop that asks for the status fulfils', async () => {
    const { code, out, err } = await galla42('trigger', 'checkout.order.completed', '--order', 'order-42')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n')).toHaveLength(1)
    expect(fulfilled).toEqual(['order-42'])
  })

  it('--callback-only changes nothing at the provider, and says what that means', async () => {
    const line = ['trigger', 'checkout.order.completed', '--order', 'order-42', '--callback-only']
    const { code, err } = await galla42(...line)
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('order-42 is PENDING at the provider') })
    expect(fulfilled).toEqual([])
    expect(await galla42('trigger', 'checkout.order.completed', '--callback-only')).toMatchObject({ code: 2 })
  })

  it('says when the provider contradicts the callback', async () => {
    await sandbox.simulatePayment('order-42', { outcome: 'SUCCESS' })
    const { err } = await galla42('trigger', 'checkout.order.failed', '--order', 'order-42')
    expect(err).toContain('order-42 is COMPLETED at the provider')
  })
})

it('prints the escape sequences of an app as text, in every format', async () => {
  answer = { status: 500, body: '\u001b[2J\u001b]0;owned\u0007\u009b31m\nforged line' }
  const paid = await galla42('pay', 'order-42')
  const logs = await galla42('logs')
  const json = await galla42('logs', '--json', '--kind', 'callback')
  for (const { out } of [paid, logs, json]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    expect(out).toContain('\\u001b')
    expect(out).not.toMatch(/^forged line/m)
  }
  expect(JSON.parse(json.out).delivery.answer.body).toBe(answer.body)
})

it('an answer that no sandbox gives is an error without escapes of a terminal, and not a crash', async () => {
  const order = { merchantOrderId: 'o1', state: 'COMPLETED', amount: '\u001b[31mred', orderId: 'x', paymentDetails: [] }
  const { code, err } = await runCli(['pay', 'o1', '--sandbox', sandbox.url], {
    fetch: async () => Response.json(order),
  })
  expect(code).toBe(1)
  expect(err).toContain('\\u001b[31m')
  expect(err).not.toContain('\u001b')
})
