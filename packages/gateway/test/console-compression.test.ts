import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedOrder } from './helpers/seed.ts'
import { createTestConsole, type TestConsole, testPassword } from './helpers/test-console.ts'
import { createTestContext } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
let opened: TestConsole
beforeAll(async () => {
  test = await startTestDatabase()
  const context = createTestContext(test.database)
  opened = await createTestConsole(context, await testPassword())
  for (let n = 0; n < 20; n += 1) await seedOrder(test.database, { merchantOrderId: `order-${n}` })
})
afterAll(() => test.end())

const ask = (path: string, encodings: string | undefined) =>
  opened.request(path, { headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

it.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.5', '*'])(
  'a long answer of the console API is compressed for a browser that accepts %s',
  async (encodings) => {
    const plain = await (await ask('/api/orders', undefined)).text()
    const response = await ask('/api/orders', encodings)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(gunzipSync(bytes).toString()).toBe(plain)
    expect(bytes.length).toBeLessThan(plain.length / 4)
  },
)

it.each([undefined, 'identity', 'br', 'gzip;q=0', '*;q=0'])(
  'a long answer of the console API stays as it is for a client that accepts %s',
  async (encodings) => {
    const response = await ask('/api/orders', encodings)
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([null, 'accept-encoding'])
    expect(((await response.json()) as { rows: object[] }).rows).toHaveLength(20)
  },
)

it.each([
  ['an answer that fits into one packet', '/api/session'],
  ['a live stream, which a compressor would hold back', '/api/live'],
  ['a file, which is written while it is sent', '/api/orders.csv'],
])('%s is not compressed', async (_, path) => {
  const response = await ask(path, 'gzip')
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
  await response.body?.cancel()
})

it('an answer without a body keeps its status and its headers', async () => {
  const headers = { cookie: opened.cookie, 'accept-encoding': 'gzip' }
  const response = await opened.raw('/api/orders', { method: 'HEAD', headers })
  expect([response.status, response.headers.get('content-encoding'), await response.text()]).toEqual([200, null, ''])
})
