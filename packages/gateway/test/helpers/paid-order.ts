import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../../src/context.ts'
import { createContext } from '../../src/create-context.ts'
import { CART, type setupTestGateways, type TestGateway, type TestGatewayOptions } from './test-gateway.ts'

export const HALF = 20_000 as Paise

/** A refund of half of the order `paid`. */
export const refundOf = (merchantRefundId: string, amount: Paise = HALF) => ({
  merchantRefundId,
  merchantOrderId: 'paid',
  amount,
})

/** A gateway with one paid order `paid`; the test completes its refunds with `sandbox.simulateRefund`. */
export function withPaidOrder(createTestGateway: ReturnType<typeof setupTestGateways>) {
  return async (options: TestGatewayOptions = {}): Promise<TestGateway> => {
    const testGateway = await createTestGateway({ ...options, sandbox: { refundTiming: false, ...options.sandbox } })
    await payOrder(testGateway, 'paid')
    return testGateway
  }
}

/** Starts an order of its own reference and pays it. */
export async function payOrder(testGateway: TestGateway, merchantOrderId: string): Promise<void> {
  await testGateway.gateway.orders.start({ ...CART, reference: `cart of ${merchantOrderId}`, merchantOrderId })
  await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
}

/** HTTP statuses of the refund requests that the provider received. */
export const sentStatuses = (testGateway: TestGateway) =>
  testGateway.sandbox.journal({ name: 'refund', kind: 'api' }).map(({ status }) => status)

export const json = (body: object, status: number) => Response.json(body, { status })

/** Answers refund calls in place of the provider when `answer` returns a response. */
export function replaceRefundResponses(
  answer: (call: 'create' | 'status') => Response | undefined | Promise<Response | undefined>,
): NonNullable<TestGatewayOptions['wrapProvider']> {
  return (provider) => async (url, init) => {
    const { pathname } = new URL(String(url instanceof Request ? url.url : url))
    const replacement = pathname.includes('/refund')
      ? answer(pathname.endsWith('/status') ? 'status' : 'create')
      : undefined
    return (await replacement) ?? provider(url, init)
  }
}

/** The leases of a process that died end. */
export const freeLeases = (testGateway: TestGateway) =>
  testGateway.rows('update galla.refunds set "leasedUntil" = null')

/** Contexts of further processes on the gateway's database, each with its own pool; `run` gets them and they are closed after it. */
export async function withProcesses<Result>(
  { settings }: TestGateway,
  count: number,
  run: (contexts: readonly GatewayContext[]) => Promise<Result>,
): Promise<Result> {
  const runtimes = await Promise.all(Array.from({ length: count }, () => createContext(settings)))
  try {
    return await run(runtimes.map(({ context }) => context))
  } finally {
    for (const { stop } of runtimes) await stop()
  }
}
