import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sign } from '@galla/sdk/testing'
import { FUNCTION_EVENTS, RAW_BODY_REQUESTS, WEB_REQUESTS } from '@galla/testkit/function-events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bundle, programOf } from './guide-program.ts'

/** The exports of the guide. */
interface Guide {
  receive(callback: object): Promise<number>
  handler(event: object): Promise<{ statusCode: number; headers?: object; multiValueHeaders?: object }>
  POST(request: object): Promise<Response>
  azure(request: object): Promise<{ status: number }>
  google(request: object, response: { sendStatus(status: number): void }): Promise<void>
  node(request: IncomingMessage, response: ServerResponse): Promise<void>
  fulfilled: Set<string>
}

const out = join(import.meta.dirname, '..', '.cache', 'functions')
const page = readFileSync(join(import.meta.dirname, 'functions.md'), 'utf8')
let guide: Guide
beforeAll(async () => {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  writeFileSync(
    join(out, 'page.ts'),
    programOf(page, 'functions.md', () => ''),
  )
  await bundle(join(out, 'page.ts'), join(out, 'page.mjs'))
  guide = (await import(pathToFileURL(join(out, 'page.mjs')).href)) as Guide
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterAll(() => vi.restoreAllMocks())

const BODY = JSON.stringify({
  event: 'checkout.order.completed',
  payload: { merchantOrderId: 'order-7', state: 'COMPLETED', amount: 49_900, metaInfo: { udf1: 'चाय' } },
})
const CREDENTIALS = [{ username: 'shop_hook', password: 'Passw0rd99' }, { secretKey: 'the key of the dashboard' }]
const STRANGERS = [{ username: 'shop_hook', password: 'Passw0rd98' }, { secretKey: 'another key' }]

/** Sends a genuine callback in each mode, which is fulfilled, and one of a stranger in each, which is refused. */
async function expectVerifies(statusOf: (headers: { [name: string]: string }, body: string) => Promise<unknown>) {
  for (const credential of CREDENTIALS) {
    guide.fulfilled.clear()
    expect(await statusOf(await sign(BODY, credential), BODY)).toBe(200)
    expect([...guide.fulfilled]).toEqual(['order-7'])
  }
  guide.fulfilled.clear()
  for (const stranger of STRANGERS) expect(await statusOf(await sign(BODY, stranger), BODY)).toBe(401)
  expect([...guide.fulfilled]).toEqual([])
}

describe('the guide to functions', () => {
  it.each(FUNCTION_EVENTS)('verifies the event of a platform: %s', async (_platform, eventOf) => {
    await expectVerifies(async (headers, body) => (await guide.handler(eventOf(headers, body))).statusCode)
  })

  it.each(FUNCTION_EVENTS)('answers with headers under the name that the event has: %s', async (_platform, eventOf) => {
    const event = eventOf(await sign(BODY, STRANGERS[0] as (typeof CREDENTIALS)[0]), BODY)
    const answer = await guide.handler(event)
    expect(answer).toEqual({
      statusCode: 401,
      isBase64Encoded: false,
      ...(event.headers ? { headers: {} } : { multiValueHeaders: {} }),
    })
  })

  it.each(WEB_REQUESTS)('verifies a web request: %s', async (_platform, requestOf) => {
    const answerOf = (given: object) => ('url' in given && 'params' in given ? guide.azure(given) : guide.POST(given))
    await expectVerifies(async (headers, body) => (await answerOf(requestOf(headers, body))).status)
    await expectVerifies(async (headers, body) => {
      const given = requestOf(headers, body)
      return guide.receive({ headers: given.headers, body: given })
    })
  })

  it.each(RAW_BODY_REQUESTS)('verifies the raw body beside a parsed one: %s', async (_platform, requestOf) => {
    await expectVerifies(async (headers, body) => {
      let status: number | undefined
      await guide.google(requestOf(headers, body), { sendStatus: (given) => (status = given) })
      return status
    })
  })

  it.each(RAW_BODY_REQUESTS)(
    'asks for a repetition when the parsed body is passed: %s',
    async (_platform, requestOf) => {
      const { headers, body } = requestOf(await sign(BODY, CREDENTIALS[0] as (typeof CREDENTIALS)[0]), BODY)
      expect(await guide.receive({ headers, body })).toBe(500)
    },
  )

  it('verifies a request of Node', async () => {
    const server = createServer((incoming, outgoing) => void guide.node(incoming, outgoing))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const statusOf = (headers: { [name: string]: string }, body: string) =>
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, method: 'POST', headers }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end(body)
      })
    await expectVerifies(statusOf)
    server.close().closeAllConnections()
  })

  it('names every platform that the tests have an event of', () => {
    const tested = [...FUNCTION_EVENTS, ...WEB_REQUESTS, ...RAW_BODY_REQUESTS].map(([platform]) => platform)
    const words = new Set(tested.map((platform) => platform.split(/,| v\d| with| functions 2/)[0]?.toLowerCase() ?? ''))
    for (const word of words) expect(page.toLowerCase()).toContain(word)
  })
})
