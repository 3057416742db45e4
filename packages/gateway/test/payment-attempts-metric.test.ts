import { describe, expect, it } from 'vitest'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const CONSOLE_PASSWORD = 'two cups of tea'
const createTestGateway = setupTestGateways()

async function openShop() {
  const testGateway = await createTestGateway({ gateway: { console: { password: CONSOLE_PASSWORD } } })
  const { gateway, sandbox, drainJobs } = testGateway
  const authorization = `Basic ${Buffer.from(`scraper:${CONSOLE_PASSWORD}`).toString('base64')}`
  const counted = async (mode: string, state: string): Promise<number> => {
    const request = new Request('http://127.0.0.1:3000/metrics', { headers: { authorization } })
    const text = await (await gateway.admin.fetch(request, { address: '127.0.0.1' })).text()
    const line = new RegExp(`^galla_payment_attempts_total\\{mode="${mode}",state="${state}"\\} (\\d+)$`, 'm')
    return Number(line.exec(text)?.[1])
  }
  /** Starts an order of a custom checkout, and pays it by a QR code. */
  const pay = async (reference: string, outcome: 'SUCCESS' | 'FAILURE') => {
    const { order } = await gateway.orders.start({ ...CART, reference, checkout: 'CUSTOM' })
    await gateway.orders.pay(order.merchantOrderId, { type: 'UPI_QR' })
    await sandbox.simulatePayment(order.merchantOrderId, { outcome })
    await drainJobs()
    return order.merchantOrderId
  }
  return { ...testGateway, counted, pay }
}

describe('galla_payment_attempts_total', () => {
  it('counts each ended payment attempt once, by payment mode and state', async () => {
    const { counted, pay, sandbox, drainJobs } = await openShop()
    await pay('cart-1', 'FAILURE')
    await pay('cart-2', 'SUCCESS')
    const merchantOrderId = await pay('cart-3', 'SUCCESS')
    // The same report once more.
    await sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId })
    await drainJobs()
    expect([await counted('UPI_QR', 'COMPLETED'), await counted('UPI_QR', 'FAILED')]).toEqual([2, 1])
  })

  it('begins at zero for every payment mode', async () => {
    const { counted } = await openShop()
    expect([await counted('CARD', 'FAILED'), await counted('other', 'COMPLETED')]).toEqual([0, 0])
  })
})
