import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { openMerchantApi } from '../../src/routes/merchant/merchant-api.ts'
import { merchantApiServices } from '../../src/services/merchant-api.ts'
import { ORIGIN } from '../helpers/console-gateway.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
beforeEach(() => test.clear())
afterAll(() => test.end())

const KEY = 'the-key-of-the-shop-0123456789abcdef'
const CHUNKS = 16
const REPORT = 'merchant_order_id,transaction_type,transaction_amount\norder-1,PAYMENT,499.00'
const STATEMENT = 'Date,Narration,Debit,Credit\n08/01/20,RENT,1.00,'

/** A body with a file of 1 MiB, and how many of its 16 chunks were read. */
function countedBody(text: string) {
  const body = JSON.stringify({ name: 'file.csv', text }).padEnd(CHUNKS * 65_536, ' ')
  const bytes = new TextEncoder().encode(body)
  let read = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(read * 65_536, (read + 1) * 65_536))
        read += 1
        if (read === CHUNKS) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, read: () => read }
}

type Send = (path: string, body: ReadableStream<Uint8Array>) => Promise<Response>
const bodyOf = (stream: ReadableStream<Uint8Array>) => ({ method: 'POST', body: stream, duplex: 'half' }) as const

async function toMerchantApi(context: GatewayContext): Promise<Send> {
  const services = () => merchantApiServices(context, (work) => work())
  const fetch = await openMerchantApi({ keys: KEY }, context, services, undefined)
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  return (path, body) => fetch(new Request(`http://127.0.0.1${path}`, { ...bodyOf(body), headers }))
}

async function toConsole(context: GatewayContext): Promise<Send> {
  const { raw, cookie, csrf } = await createTestConsole(context, await testPassword())
  const headers = {
    ...{ cookie, origin: ORIGIN, 'x-csrf-token': csrf },
    'content-type': 'application/json',
  }
  return (path, body) => raw(`/api${path}`, { ...bodyOf(body), headers })
}

describe.each([
  ['the merchant API', toMerchantApi],
  ['the console', toConsole],
])('over %s', (_, open) => {
  it.each([
    ['/settlements/reports', REPORT],
    ['/bank-statements', STATEMENT],
  ])('the body of an import at %s is read when its turn comes', async (path, text) => {
    const context = createTestContext(test.database)
    const send = await open(context)
    let end = () => {}
    const running = context.imports.run('another', () => new Promise<void>((resolve) => (end = resolve)))
    const sent = Array.from({ length: 3 }, () => countedBody(text))
    const responses = sent.map(({ stream }) => send(path, stream))
    // Two of a caller wait when the third is refused.
    expect(await Promise.race(responses)).toMatchObject({ status: 503 })
    for (const { read } of sent) expect(read()).toBeLessThan(3)
    end()
    await running
    const statuses = (await Promise.all(responses)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 503])
    expect(sent.filter(({ read }) => read() === CHUNKS)).toHaveLength(2)
  })
})

it('a person who may not import sends the console no file', async () => {
  const context = createTestContext(test.database)
  const { as, raw } = await createTestConsole(context, await testPassword())
  const { cookie } = await as('viewer')
  const session = await raw('/api/session', { headers: { cookie } })
  const { csrfToken } = (await session.json()) as { csrfToken: string }
  const { stream, read } = countedBody(REPORT)
  const headers = {
    ...{ cookie, origin: ORIGIN, 'x-csrf-token': csrfToken },
    'content-type': 'application/json',
  }
  const response = await raw('/api/settlements/reports', { ...bodyOf(stream), headers })
  expect(response.status).toBe(403)
  expect(read()).toBeLessThan(3)
})
