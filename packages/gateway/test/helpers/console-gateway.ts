import { expect, vi } from 'vitest'
import type { Gateway } from '../../src/index.ts'
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
    const { cookie, ...csrf } = await logInAt(testGateway.gateway, { password: CONSOLE_PASSWORD })
    const request = (method: string, path: string, body?: unknown) =>
      callConsole(testGateway.gateway, path, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
        headers: { cookie, ...csrf },
      })
    const get = async <Reply>(path: string): Promise<Reply> => (await request('GET', path)).json() as Promise<Reply>
    const post = async <Reply>(path: string, body?: unknown): Promise<Reply> =>
      (await request('POST', path, body)).json() as Promise<Reply>
    return { testGateway, request, get, post, cookie }
  }
  return { createTestGateway, createGatewayWithConsole }
}

/** A request to the console's API, as from this machine. */
export const callConsole = (
  { admin }: Pick<Gateway, 'admin'>,
  path: string,
  { headers, ...init }: { method: string; body?: string; headers?: Record<string, string> },
): Promise<Response> =>
  admin.fetch(
    new Request(`${ORIGIN}/api${path}`, { ...init, headers: { 'content-type': 'application/json', ...headers } }),
    { address: '127.0.0.1' },
  )

export const postToConsole = (
  gateway: Pick<Gateway, 'admin'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> => callConsole(gateway, path, { method: 'POST', body: JSON.stringify(body), headers })

/** The headers of a session that opens with a name and a password. */
export async function logInAt(
  gateway: Pick<Gateway, 'admin'>,
  credentials: { name?: string; password: string },
): Promise<{ cookie: string; 'x-csrf-token': string }> {
  const login = await postToConsole(gateway, '/session', credentials)
  const { csrfToken } = (await login.json()) as { csrfToken: string }
  return { cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '', 'x-csrf-token': csrfToken }
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
    { timeout: 20_000 },
  )
}

/** Sets a completed order back to PENDING, so that it is behind the provider. */
export const resetToPending = (testGateway: TestGateway, id: string) =>
  testGateway.rows(
    `update galla.orders set "state" = 'PENDING', "resolution" = null, "completedAtMs" = null where "merchantOrderId" = $1`,
    [id],
  )
