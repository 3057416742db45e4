import { expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { ledgerCsv } from '../../src/services/finance/ledger-export.ts'
import { JOBS } from '../../src/workers/jobs.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { CART, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
/** The end of 26 November in India. */
const MIDNIGHT_MS = Date.UTC(2026, 10, 26, 18, 30)
const PAUSE_MS = 10 * 60_000

async function exportOf(context: GatewayContext, day: string): Promise<string[]> {
  let text = ''
  for await (const chunk of ledgerCsv(context, { from: day, to: day }).chunks) text += chunk
  return text.trim().split('\r\n').slice(1)
}

it('a capture that is posted after a pause over midnight is in the export of the new day', async () => {
  const { gateway, sandbox, settings, rows, ...testGateway } = await createTestGateway({
    sandbox: { clock: { frozen: true, startMs: MIDNIGHT_MS - 30_000 } },
  })
  const { order } = await gateway.orders.start(CART)
  await sandbox.setFaults({ profile: 'no-callbacks' })
  await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await rows('update galla.orders set "nextPollAtMs" = 1')
  await withProcesses({ gateway, sandbox, settings, rows, ...testGateway }, 1, async ([context]) => {
    if (!context) throw new Error('a process is needed')
    let old: string[] = []
    const orderBatches: GatewayContext['orderBatches'] = {
      ...context.orderBatches,
      async save(change) {
        // Here the process is stopped, and goes on ten minutes later.
        await sandbox.clock.advance(PAUSE_MS)
        old = await exportOf(context, '2026-11-26')
        return context.orderBatches.save(change)
      },
    }
    await JOBS['poll-orders']({ ...context, orderBatches })
    expect(await gateway.orders.get(order.merchantOrderId)).toMatchObject({ state: 'COMPLETED' })
    expect(old).toEqual([])
    expect(await exportOf(context, '2026-11-26')).toEqual([])
    expect(await exportOf(context, '2026-11-27')).toHaveLength(1)
  })
})
