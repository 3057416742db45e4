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

  it('at all fails the attempt, and a later one is refused', async () => {
    unhandled.length = 0
    const testGateway = await create({
      'order.completed': ({ deliveryId, tx }) => {
        const write = async () => {
          await tx.query('insert into parcels values ($1)', [deliveryId])
          await tx.query('insert into parcels values ($1)', [deliveryId])
        }
        for (let n = 0; n < 2; n += 1) void write().catch(() => {})
        void tx.query('insert into parcels values ($1)', [deliveryId])
      },
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
})
