import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import {
  AMOUNT,
  CALLBACK_URL,
  CART,
  SECRET,
  type setupTestGateways,
  type TestGateway,
  type TestGatewayOptions,
} from './test-gateway.ts'

const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

interface ProviderStatus {
  /** Changes what the provider says about the order. */
  change: (status: { [field: string]: unknown }) => object
  away: boolean
}

/** A provider whose order statuses the test changes or withholds. */
export function changeableStatus(): ProviderStatus & Pick<TestGatewayOptions, 'wrapProvider'> {
  const provider: ProviderStatus & Pick<TestGatewayOptions, 'wrapProvider'> = {
    change: (status) => status,
    away: false,
    wrapProvider: (forward) => async (url, init) => {
      const isStatus = /\/order\/[^/]+\/status/.test(String(url instanceof Request ? url.url : url))
      if (isStatus && provider.away) return new Response('', { status: 503 })
      const response = await forward(url, init)
      return isStatus && response.ok
        ? Response.json(provider.change((await response.json()) as { [field: string]: unknown }))
        : response
    },
  }
  return provider
}

/** A completed attempt of the whole amount. */
export const attempt = (transactionId: string) => ({
  transactionId,
  state: 'COMPLETED',
  amount: AMOUNT,
  paymentMode: 'UPI_QR',
  timestamp: 1_700_000_000_000,
})

/** Posts a genuine callback, and returns the status of the answer. */
export async function postStatus({ gateway }: TestGateway, event: string, payload: object): Promise<number> {
  const request = new Request(CALLBACK_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ event, payload }),
  })
  return (await gateway.fetch(request)).status
}

/** Posts a genuine callback, which is acknowledged. */
export async function post(testGateway: TestGateway, event: string, payload: object): Promise<void> {
  expect(await postStatus(testGateway, event, payload)).toBe(200)
}

interface StoredCallback {
  processedAtMs: string | null
  dueAtMs: string | null
  error: string | null
  reason: string | null
}

export const lastCallback = async (testGateway: TestGateway) =>
  (
    await testGateway.rows<StoredCallback>(
      'select "processedAtMs", "dueAtMs", "error", "reason" from galla.callbacks order by "callbackId" desc limit 1',
    )
  )[0]

/** A paid order `one`, whose status and callbacks the test decides from then on. */
export async function createPaidOrder(createTestGateway: ReturnType<typeof setupTestGateways>) {
  const provider = changeableStatus()
  const testGateway = await createTestGateway({ wrapProvider: provider.wrapProvider as never })
  await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
  return { provider, testGateway }
}

export const readOrder = ({ gateway }: TestGateway, id = 'one') => gateway.orders.get(id)
