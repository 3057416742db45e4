import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewaySettings, Handlers } from '../src/index.ts'
import { completeOrder, delivery, parcels } from './helpers/handled-orders.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const create = (on: Handlers, gateway: Partial<GatewaySettings> = {}) =>
  createTestGateway({ gateway: { on, ...gateway } })

describe('a query that the handler does not await', () => {
  /** Rejections that nothing handled would end the process: the test runner reports them, and so does this. */
  const unhandled: unknown[] = []
  const record = (reason: unknown) => void unhandled.push(reason)
  beforeAll(() => void process.on('unhandledRejection', record))
  afterAll(() => void process.off('unhandledRejection', record))
  const afterTurns = () => new Promise((resolve) => setTimeout(resolve, 20))

  it.each([
    ['is aborted', 100, 'within 100 ms', (): string => 'select pg_sleep(5)'],
    ['loses its connection', 5_000, 'terminat', (): string => 'select pg_terminate_backend(pg_backend_pid())'],
  ])('yet does not end the process when it %s', async (_, handlerLimitMs, error, statement) => {
    unhandled.length = 0
    const testGateway = await create(
      {
        'order.completed': async ({ tx }) => {
          const slow = tx.query(statement())
          await new Promise((resolve) => setTimeout(resolve, 300))
          await slow
        },
      },
      { policy: { handlerLimitMs } },
    )
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    await afterTurns()
    expect(unhandled).toEqual([])
    expect(await delivery(testGateway)).toMatchObject({ attempts: 1, lastError: expect.stringContaining(error) })
  })

  it.each<[string, (write: () => Promise<unknown>, log: string[]) => unknown]>([
    ['of one', (write) => void write()],
    [
      'of several that follow each other',
      (write) => {
        for (let n = 0; n < 2; n += 1)
          void (async () => {
            await write()
            await write()
            await write()
          })()
      },
    ],
    ['with work after it', (write, log) => void write().then(() => log.push('went on'))],
  ])('at all fails the attempt, and ends no process: %s', async (_, handle) => {
    unhandled.length = 0
    const testGateway = await create({
      'order.completed': ({ deliveryId, tx }) =>
        void handle(() => tx.query('insert into parcels values ($1)', [deliveryId]), []),
    })
    await testGateway.rows('create table parcels ("deliveryId" text)')
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    await afterTurns()
    expect(unhandled).toEqual([])
    expect(await parcels(testGateway)).toBe(0)
    expect(await delivery(testGateway)).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining('await every query'),
    })
  })

  it('is cut off at the limit, so that its connection is free again', async () => {
    const testGateway = await create(
      { 'order.completed': ({ tx }) => void tx.query('select pg_sleep(60)') },
      { policy: { handlerLimitMs: 200 } },
    )
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    expect(await delivery(testGateway)).toMatchObject({ lastError: expect.stringContaining('within 200 ms') })
    expect(
      await testGateway.rows(
        `select 1 from pg_stat_activity where "query" like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
      ),
    ).toEqual([])
  })
})

it('of which the handler catches the failure names it instead of the aborted transaction', async () => {
  const testGateway = await create({
    'order.completed': async ({ tx }) => {
      await tx.query('select no_such_column').catch(() => {})
    },
  })
  await completeOrder(testGateway, 'one')
  await testGateway.gateway.runPendingJobs()
  expect(await delivery(testGateway)).toMatchObject({
    attempts: 1,
    lastError: expect.stringMatching(/A query failed, and the handler went on: .*no_such_column/),
  })
})

it('of which the handler catches the failure is named also when the next one is thrown, and nothing else is', async () => {
  const circular: { self?: object } = {}
  circular.self = circular
  const testGateway = await create({
    'order.completed': async ({ tx }) => {
      await tx.query('select $1::jsonb', [circular]).catch(() => {})
      await tx.query('select no_such_column').catch(() => {})
      await tx.query('select 1')
    },
  })
  await completeOrder(testGateway, 'one')
  await testGateway.gateway.runPendingJobs()
  expect(await delivery(testGateway)).toMatchObject({ lastError: expect.stringContaining('no_such_column') })
})

it.each([
  ['a generator', function* () {}],
  ['an async generator', async function* () {}],
  ['a function that returns one', () => () => {}],
])('handlers: %s fails the attempt, because nothing of it runs', async (_, handler) => {
  const testGateway = await create({ 'order.completed': handler as never })
  await completeOrder(testGateway, 'one')
  await testGateway.gateway.runPendingJobs()
  expect(await delivery(testGateway)).toMatchObject({
    attempts: 1,
    lastError: expect.stringContaining('write it as an async function'),
  })
})

it.each([
  'copy parcels from stdin',
  'copy parcels from /* rows follow */ stdin',
  'copy "a;b" from stdin',
  '/* rows follow */ copy parcels (item) from stdin with (format csv)',
])('cannot be a copy whose rows would follow: %s', async (copy) => {
  const testGateway = await create({
    'order.completed': async ({ tx }) => void (await tx.query(copy)),
  })
  for (const table of ['parcels', '"a;b"']) await testGateway.rows(`create table ${table} (item text)`)
  await completeOrder(testGateway, 'one')
  await testGateway.gateway.runPendingJobs()
  expect(await delivery(testGateway)).toMatchObject({
    attempts: 1,
    lastError: expect.stringContaining('insert them'),
  })
})
