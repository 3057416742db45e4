import { expect, vi } from 'vitest'
import { AMOUNT, CART, setupTestGateways, type TestGateway, type TestGatewayOptions } from './test-gateway.ts'

/** Password of the console of `createGatewayWithConsole`. */
export const CONSOLE_PASSWORD = 'two cups of tea'
/** Origin at which the tests reach the console. */
export const ORIGIN = 'http://127.0.0.1:3000'

/** Test gateways with a console, and without one; see `setupTestGateways`. */
export function setupConsoles() {
  const createTestGateway = setupTestGateways()
  /** A test gateway with a console, and request functions of a logged-in session. */
  const createGatewayWithConsole = async (options: TestGatewayOptions = {}) => {
    const settings = {
      console: { password: CONSOLE_PASSWORD, providerUrl: 'http://127.0.0.1:4500' },
      ...options.gateway,
    }
    const testGateway = await createTestGateway({ ...options, gateway: settings })
    const send = (path: string, init: RequestInit) =>
      testGateway.gateway.admin.fetch(new Request(`${ORIGIN}${path}`, init), { address: '127.0.0.1' })
    const login = await send('/api/session', {
      method: 'POST',
      body: JSON.stringify({ password: CONSOLE_PASSWORD }),
      headers: { 'content-type': 'application/json' },
    })
    const { csrfToken } = (await login.json()) as { csrfToken: string }
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const request = (method: string, path: string, body?: unknown) =>
      send(`/api${path}`, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
        headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
      })
    const get = async <Reply>(path: string): Promise<Reply> => (await request('GET', path)).json() as Promise<Reply>
    const post = async <Reply>(path: string, body?: unknown): Promise<Reply> =>
      (await request('POST', path, body)).json() as Promise<Reply>
    return { testGateway, request, get, post, cookie }
  }
  return { createTestGateway, createGatewayWithConsole }
}

/** Adds a second payment attempt to each status response of a paid order. */
export const paidTwice: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => async (url, init) => {
  const response = await provider(url, init)
  if (!String(url).includes('/status')) return response
  const status = (await response.json()) as { paymentDetails?: { transactionId: string }[] }
  const [first] = status.paymentDetails ?? []
  if (first) status.paymentDetails?.push({ ...first, transactionId: `${first.transactionId}-2` })
  return Response.json(status, { status: response.status })
}

export async function createPaidOrder(
  { gateway, sandbox, drainJobs }: TestGateway,
  reference = 'cart-7',
  amount = AMOUNT,
): Promise<string> {
  const { order } = await gateway.orders.start({ ...CART, reference, amount })
  await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await drainJobs()
  return order.merchantOrderId
}

/** Waits for the API call log, which is written asynchronously. */
export async function waitForCallLog(testGateway: TestGateway): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await testGateway.rows<{ count: string }>('select count(*) from galla.calls')
      expect(Number(row?.count)).toBeGreaterThan(1)
    },
    { timeout: 60_000 },
  )
}

/** Sets a completed order back to PENDING, so that it is behind the provider. */
export const resetToPending = (testGateway: TestGateway, id: string) =>
  testGateway.rows(
    `update galla.orders set "state" = 'PENDING', "resolution" = null, "completedAtMs" = null where "merchantOrderId" = $1`,
    [id],
  )
