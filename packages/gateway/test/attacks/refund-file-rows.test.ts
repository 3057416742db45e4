import { paise } from '@galla/contract/money'
import { Pool, type PoolConfig } from 'pg'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { JOBS } from '../../src/workers/jobs.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { results, setupRefundFiles } from '../helpers/refund-file-shop.ts'
import type { TestGateway } from '../helpers/test-gateway.ts'

const openShop = setupRefundFiles()

/** A process that is paused before it stores the result of a row. */
function pausedAtResult(context: GatewayContext) {
  const { database } = context
  let resume = () => {}
  let arrive = () => {}
  const resumed = new Promise<void>((resolve) => {
    resume = resolve
  })
  const reached = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const query: typeof database.query = async (statement) => {
    if ('name' in statement && statement.name === 'save-row-result') {
      arrive()
      await resumed
    }
    return database.query(statement)
  }
  return { paused: { ...context, database: { ...database, query } }, reached, resume: () => resume() }
}

/** Runs the started file until its row waits for the lock of its order; ends when it has gone on after `act`. */
async function whileItWaits(testGateway: TestGateway, act: () => Promise<unknown>): Promise<void> {
  const pool = new Pool({ ...(testGateway.settings.database as PoolConfig), max: 1 })
  const other = await pool.connect()
  await other.query('begin')
  await other.query('select 1 from galla.orders for update')
  await withProcesses(testGateway, 1, async ([context]) => {
    const run = JOBS['refund-files'](context as GatewayContext)
    await expect
      .poll(() => testGateway.rows(`select 1 from pg_locks where not granted and "pid" <> pg_backend_pid()`))
      .not.toEqual([])
    await act()
    await other.query('commit')
    other.release()
    await run
  })
  await pool.end()
}

describe('a row of a file of refunds', () => {
  it('keeps the result of the process that took over from a paused one', async () => {
    const { testGateway, ids, upload, start, rowsOf } = await openShop(1)
    const { gateway, sandbox, drainJobs, rows } = testGateway
    const file = await upload(`order,paise\n${ids[0]},10000`)
    await start(file)
    await gateway.refunds.request({ merchantRefundId: 'other', merchantOrderId: ids[0] ?? '', amount: paise(5_000) })
    await withProcesses(testGateway, 1, async ([context]) => {
      const { paused, reached, resume } = pausedAtResult(context as GatewayContext)
      const run = JOBS['refund-files'](paused)
      await reached
      await rows('update galla.refund_files set "leasedUntil" = null')
      await JOBS['send-refunds'](context as GatewayContext)
      await sandbox.simulateRefund('other', { outcome: 'SUCCESS' })
      await drainJobs()
      resume()
      await run
    })
    expect(results(await rowsOf(file))).toEqual(['requested'])
  })

  it('refunds no row after it was stopped, also one that waited for its order', async () => {
    const { testGateway, ids, upload, start, rowsOf, request } = await openShop(1)
    const file = await upload(`order,paise\n${ids[0]},10000`)
    await start(file)
    await whileItWaits(testGateway, () => request('POST', `/refund-files/${file.fileId}/stop`))
    expect(results(await rowsOf(file))).toEqual(['stopped'])
    expect((await testGateway.gateway.refunds.list()).rows).toEqual([])
  })

  it('is requested again when the role of who started the file changed while it waited, to another one that may refund', async () => {
    const { testGateway, ids, upload, start, post } = await openShop(1)
    await post('/users', { name: 'ravi', role: 'finance' })
    const file = await upload(`order,paise\n${ids[0]},10000`)
    await start(file)
    await testGateway.rows(
      `update galla.refund_files set "startedById" = (select "userId" from galla.users where "name" = 'ravi')`,
    )
    await whileItWaits(testGateway, () =>
      testGateway.rows(`update galla.users set "role" = 'admin' where "name" = 'ravi'`),
    )
    await withProcesses(testGateway, 1, async ([context]) => JOBS['refund-files'](context as GatewayContext))
    const stored = await testGateway.rows('select "result", "code" from galla.refund_file_rows')
    expect(stored).toEqual([{ result: 'requested', code: null }])
    expect((await testGateway.gateway.refunds.list()).rows).toMatchObject([{ requestedBy: 'ravi' }])
  })
})
