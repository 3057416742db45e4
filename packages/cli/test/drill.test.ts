import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { createCallbacks, Galla, inr } from '@galla/sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countNames } from '../src/effects.ts'
import { runCli } from './run-cli.ts'

const CREDENTIALS = { username: 'shop_hook', password: 'Passw0rd99' }

/** A shop that verifies callbacks and answers them correctly. What it then does is up to the test. */
let sandbox: ServedSandbox
let galla: Galla
let app: Server
let address: string
let fulfilments: string[]
let act: (callback: { event: string; payload: { merchantOrderId: string } }) => Promise<void>

beforeEach(async () => {
  fulfilments = []
  act = async () => undefined
  const callbacks = createCallbacks(CREDENTIALS)
  app = createServer(async (request, response) => {
    if (request.url === '/fulfilled') return response.end(JSON.stringify(fulfilments))
    let body = ''
    for await (const chunk of request) body += chunk
    const verified = await callbacks.verify({ headers: request.headers, body }).catch(() => undefined)
    const callback = verified && JSON.parse(body)
    if (callback?.payload.merchantOrderId) await act(callback)
    return response.writeHead(verified ? 200 : 401).end()
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  sandbox = await serveSandbox({ port: 0, callbacks: CREDENTIALS })
  galla = new Galla({ clientId: 'shop', clientSecret: 'any', clientVersion: 1, hosts: sandbox.url })
})
afterEach(async () => {
  await galla.close()
  await sandbox.close()
  app.closeAllConnections()
  app.close()
})

const drill = (...line: string[]) =>
  runCli(['drill', `${address}/callbacks`, '--wait', '0', ...line, '--sandbox', sandbox.url], { fetch })
const drillJson = async (...line: string[]) => {
  const { code, out } = await drill(...line, '--json')
  const report = JSON.parse(out)
  const check = (name: string) => report.checks.find((one: { name: string }) => one.name === name)
  return { code, report, check }
}
const isPaid = async (merchantOrderId: string) =>
  (await galla.standardCheckout.getOrderStatus({ merchantOrderId })).state === 'COMPLETED'
const open = (merchantOrderId: string) =>
  galla.standardCheckout.pay({ merchantOrderId, amount: inr('499.00'), redirectUrl: 'https://shop.example/thanks' })

describe('galla drill', () => {
  it('says what it did not grade, and gives no 100 % for it', async () => {
    const { code, out } = await drill()
    expect(code).toBe(0)
    expect(out).toContain('? status-check: not graded.')
    expect(out).toContain('? effects: not graded.')
    expect(out).toContain('--effects FILE')
    expect(out.split('\n').slice(0, 2)).toEqual([
      `Drill of ${address}/callbacks: 92 of 100`,
      '23 of 25 checks passed. The missing 8: status-check, effects not graded',
    ])
  })

  it('says once that nothing listens, instead of how to fix each check', async () => {
    const line = ['drill', 'http://127.0.0.1:9/callbacks', '--sandbox', sandbox.url]
    const { code, out } = await runCli(line, { fetch })
    expect(code).toBe(1)
    expect(out.split('\n').slice(0, 2)).toEqual([
      'Drill of http://127.0.0.1:9/callbacks: 0 of 100',
      '0 of 25 checks passed. The missing 100: valid failed; 24 checks not graded',
    ])
    expect(out).toContain('nothing listens at this address')
    expect(out.match(/fix {7}/g)).toHaveLength(1)
    const graded = await runCli([...line, '--effects', `${address}/fulfilled`], { fetch })
    expect(graded.out).toBe(out)
    expect(out).toContain('  ? 24 checks: not graded. The valid callback was not accepted, so this was not tried.')
    expect(out.match(/not graded\./g)).toHaveLength(1)
  })

  it('fails an app that fulfils each repeated callback', async () => {
    act = async ({ event, payload: { merchantOrderId } }) => {
      if (event.endsWith('order.completed') && (await isPaid(merchantOrderId))) fulfilments.push(merchantOrderId)
    }
    const { code, report, check } = await drillJson('--effects', `${address}/fulfilled`)
    expect(code).toBe(1)
    expect(check('effects')).toMatchObject({ passed: false, fix: expect.stringContaining('unique key') })
    expect(check('effects').saw).toMatch(/duplicate: drill-\S+ 2 times, burst: drill-\S+ 8 times/)
    expect(check('status-check')).toMatchObject({ passed: true })
    expect(report.score).toBeLessThan(100)
  })

  it('fails an app that fulfils what the provider does not confirm', async () => {
    const known = new Set<string>()
    act = async ({ event, payload: { merchantOrderId } }) => {
      if (event.endsWith('order.completed') && !known.has(merchantOrderId)) fulfilments.push(merchantOrderId)
      known.add(merchantOrderId)
    }
    const { code, check } = await drillJson('--effects', `${address}/fulfilled`)
    expect(code).toBe(1)
    // The classic signature does not cover the body: a status check is the only defence.
    expect(check('effects').saw).toMatch(/^tampered: drill-\S+ 1 times$/)
    expect(check('status-check')).toMatchObject({ passed: false })
  })

  it('gives 100 % to an app that asks and fulfils its own order once', async () => {
    const known = new Set<string>()
    act = async ({ event, payload: { merchantOrderId } }) => {
      if (!event.endsWith('order.completed') || !(await isPaid(merchantOrderId)) || known.has(merchantOrderId)) return
      known.add(merchantOrderId)
      fulfilments.push(merchantOrderId)
    }
    await open('order-1')
    const { code, report } = await drillJson('--order', 'order-1', '--effects', `${address}/fulfilled`)
    expect({ code, score: report.score, notGraded: report.notGraded }).toEqual({ code: 0, score: 100, notGraded: [] })
  })

  it('counts what the app fulfils under the reference of its own order', async () => {
    const known = new Set<string>()
    act = async ({ event, payload: { merchantOrderId } }) => {
      if (!event.endsWith('order.completed') || !(await isPaid(merchantOrderId)) || known.has(merchantOrderId)) return
      known.add(merchantOrderId)
      if (merchantOrderId === 'order-1') fulfilments.push('cart-7: ₹499.00 paid')
    }
    await open('order-1')
    const line = ['--order', 'order-1', '--effects', `${address}/fulfilled`]
    expect((await drillJson(...line)).check('effects')).toMatchObject({ passed: false })
    known.clear()
    const { code, report, check } = await drillJson(...line, '--reference', 'cart-7')
    expect(check('effects').saw).toBe('1 orders fulfilled once')
    expect({ code, score: report.score }).toEqual({ code: 0, score: 100 })
  })

  it('refuses a reference without the order that it names', async () => {
    const { code, err } = await drill('--reference', 'cart-7')
    expect(code).toBe(2)
    expect(err).toContain('--reference is the name of your app for the order of --order')
  })

  it('fails an app that does not fulfil its own paid order', async () => {
    act = async ({ payload: { merchantOrderId } }) => void (await isPaid(merchantOrderId))
    await open('order-1')
    const { code, check } = await drillJson('--order', 'order-1', '--effects', `${address}/fulfilled`)
    expect(code).toBe(1)
    expect(check('effects').saw).toBe('valid: order-1 0 times')
  })

  it('reads the effects from a log that the app writes, and counts what it adds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galla-drill-'))
    const log = join(folder, 'shop.log')
    try {
      writeFileSync(log, '12:00 order-1 fulfilled\n')
      await open('order-1')
      act = async ({ payload: { merchantOrderId } }) => {
        if (merchantOrderId === 'order-1') writeFileSync(log, '12:01 order-1 fulfilled\n', { flag: 'a' })
      }
      const { check } = await drillJson('--order', 'order-1', '--effects', log)
      expect(check('effects').saw).toBe('valid: order-1 11 times')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('names the effects of a URL in a form that it cannot count', async () => {
    const wrapped = createServer((_request, response) => response.end('{ "fulfilled": ["order-1"], "events": [] }'))
    await new Promise<void>((resolve) => wrapped.listen(0, '127.0.0.1', resolve))
    try {
      const { code, err } = await drill('--effects', `http://127.0.0.1:${(wrapped.address() as AddressInfo).port}/`)
      expect(code).toBe(1)
      expect(err).toContain('answers an object with "fulfilled": answer ["order-1"] or { "order-1": 1 }')
    } finally {
      wrapped.close()
    }
  })

  it('counts a log of JSON that has one line', () => {
    expect(countNames('{"level":30,"msg":"fulfilled","order":"order-1"}\n', ['order-1'])).toBe(1)
  })

  it.each([
    ['/nowhere/shop.log', 'cannot be read'],
    ['http://127.0.0.1:9/', 'does not answer'],
  ])('names effects that cannot be read: %s', async (source, sentence) => {
    const { code, err } = await drill('--effects', source)
    expect(code).toBe(1)
    expect(err).toContain(sentence)
  })
})

describe('countNames', () => {
  it('counts a line with both names of an order once', () => {
    expect(countNames('order-1 of cart-7 paid\ncart-7 mailed\ncart-70 paid', ['order-1', 'cart-7'])).toBe(2)
    expect(countNames('{"cart-7":1,"order-2":5}', ['order-1', 'cart-7'])).toBe(1)
    expect(countNames('[{"id":"order-1","reference":"cart-7"}]', ['order-1', 'cart-7'])).toBe(1)
  })

  it.each([
    ['a line of a log', 'x order-1\norder-12\n{"id":"order-1"}', 2],
    ['a list of ids', '["order-1","order-2","order-1"]', 2],
    ['a list of objects', '[{"merchantOrderId":"order-1"},{"merchantOrderId":"order-10"}]', 1],
    ['an object of numbers', '{"order-1":8,"order-2":1}', 8],
    ['an object without it', '{"order-2":1}', 0],
    ['nothing', '', 0],
  ])('reads %s', (_, text, count) => {
    expect(countNames(text, ['order-1'])).toBe(count)
  })
})
