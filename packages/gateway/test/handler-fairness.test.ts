import { describe, expect, it } from 'vitest'
import { deliverEvents } from '../src/workers/events/deliver-events.ts'
import { withProcesses } from './helpers/paid-order.ts'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

async function startAndDecide(
  { gateway, sandbox }: TestGateway,
  merchantOrderId: string,
  outcome: 'SUCCESS' | 'FAILURE',
) {
  await gateway.orders.start({ ...CART, reference: `cart of ${merchantOrderId}`, merchantOrderId })
  await sandbox.simulatePayment(merchantOrderId, { outcome })
  await gateway.orders.sync(merchantOrderId)
}

describe('a slow handler with many deliveries', () => {
  it('leaves the next free connection to the handler of another event', async () => {
    const started: string[] = []
    const waiting: (() => void)[] = []
    let nowMs = 0
    const testGateway = await createTestGateway({
      gateway: {
        on: {
          'order.failed': ({ order }) => {
            started.push(order.merchantOrderId)
            return new Promise<void>((resolve) => waiting.push(resolve))
          },
          'order.completed': ({ order }) => void started.push(order.merchantOrderId),
        },
      },
    })
    const failed = Array.from({ length: 8 }, (_, n) => `failed-${n}`)
    for (const id of failed) await startAndDecide(testGateway, id, 'FAILURE')
    await startAndDecide(testGateway, 'paid', 'SUCCESS')

    await withProcesses(testGateway, 1, async ([context]) => {
      if (!context) throw new Error('there is one process')
      const running = deliverEvents({ ...context, monotonicMs: () => nowMs })
      await expect.poll(() => waiting.length).toBe(3)
      nowMs += 5_000
      waiting.shift()?.()
      await expect.poll(() => started.length).toBeGreaterThan(3)
      expect(started[3]).toBe('paid')
      while (started.length < 9 || waiting.length > 0) {
        waiting.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await running
    })
  })
})
