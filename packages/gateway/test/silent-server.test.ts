import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../src/storage/database.ts'
import { openPools } from '../src/storage/pool.ts'
import { isConnectionFailure } from '../src/storage/silent-server.ts'
import { startSwitchingProxy } from './helpers/switching-proxy.ts'
import { setupDatabases } from './helpers/template-databases.ts'

const { createTestDatabase } = setupDatabases()
let proxy: Awaited<ReturnType<typeof startSwitchingProxy>>
let connection: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  connection = await createTestDatabase()
  proxy = await startSwitchingProxy(connection)
})
afterAll(() => proxy.close())

describe('the pools of a replica whose server vanished silently', () => {
  it('close every idle connection when the first statement gets no answer, so that the next ones reach the new server', async () => {
    const pools = openPools({ ...connection, ...proxy.address, query_timeout: 300 }, 1_000, () => {})
    const [main, callbacks] = [createDatabase(pools.main), createDatabase(pools.callbacks)]
    const ask = (database: typeof main) => database.query({ text: 'select 1' })
    // Connections that are idle afterwards: four of one pool, two of the other.
    await Promise.all([1, 2, 3, 4].map(() => ask(main)))
    await Promise.all([1, 2].map(() => ask(callbacks)))
    expect([pools.main.idleCount, pools.callbacks.idleCount]).toEqual([4, 2])

    proxy.silence()
    proxy.switchTo(connection)
    const outcomes: string[] = []
    for (const database of [callbacks, callbacks, main, main, main, main])
      outcomes.push(
        await ask(database).then(
          () => 'answered',
          (error: Error) => error.message,
        ),
      )
    expect(outcomes).toEqual(['Query read timeout', ...Array<string>(5).fill('answered')])

    await expect(
      main.transaction(async (tx) => {
        proxy.silence()
        await tx.query({ text: 'select 1' })
      }),
    ).rejects.toThrow('Query read timeout')
    proxy.switchTo(connection)
    expect((await ask(callbacks)).rowCount).toBe(1)
    for (const pool of Object.values(pools)) await pool.end()
  })
})

it.each([
  ['ECONNREFUSED', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['57P01', true],
  ['08006', true],
  ['ERR_INVALID_URL', false],
  ['40001', false],
  ['23505', false],
])('an error with the code %s is of the connection: %s', (code, expected) => {
  expect(isConnectionFailure(Object.assign(new Error('An error'), { code }))).toBe(expected)
})
