import { inr } from '@galla/sdk'
import { expect } from 'vitest'
import { actingAs } from '../../src/services/access/audit.ts'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { decideRefund } from '../../src/services/refunds/decide-refund.ts'
import { insertUser } from '../../src/storage/access/users.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { inIndia, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import type { setupTestGateways, TestGatewayOptions } from '../helpers/test-gateway.ts'

export type Shop = Awaited<ReturnType<typeof openSubscriptionShop>>

/** Begin of the second cycle of a subscription that began on 10 January. */
export const SECOND = inIndia('2027-02-10')

export const openerOf =
  (create: ReturnType<typeof setupTestGateways>) =>
  (options?: Parameters<typeof openSubscriptionShop>[1]): Promise<Shop> =>
    openSubscriptionShop(create, options)

/** The money of one bill: returned, on the way back, and kept. Paise. */
export const money = async ({ rows }: Shop, merchantOrderId = 'sub-7-1-1') =>
  (
    await rows<{ back: number; held: number; kept: number }>(
      `select "refundedAmount"::int as "back", "heldAmount"::int as "held", "availableAmount"::int as "kept" from galla.orders where "merchantOrderId" = $1`,
      [merchantOrderId],
    )
  )[0]

/** The refunds of all bills, in the order of their requests. Amounts in paise. */
export const refunds = ({ rows }: Shop) =>
  rows<{ id: string; amount: number }>(
    `select coalesce("merchantRefundId", "refundId") as "id", "amount"::int as "amount" from galla.refunds order by "createdAtMs", "amount"`,
  )

/** True while an order needs review. */
export const isInReview = async ({ rows }: Shop): Promise<boolean> =>
  (await rows('select from galla.orders where "needsReview" is not null')).length > 0

export const ALL_BACK = { back: 19_900, held: 0, kept: 0 }

/** The payer pays the first bill; only the gateway's database knows. Then `ask` runs, and somebody cancels before the mandate is active. */
export async function cancelPaid(shop: Shop, ask?: () => Promise<unknown>): Promise<void> {
  const { gateway, sandbox, drainJobs } = shop
  await gateway.subscriptions.start(START)
  await sandbox.setFaults({ callbacks: { dropRate: 1 } })
  await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
  await gateway.orders.sync('sub-7-1-1')
  await ask?.()
  expect(await gateway.subscriptions.cancel('sub-7')).toMatchObject({ state: 'CANCELLED' })
  await drainJobs()
}

export const ask = ({ gateway }: Shop, merchantRefundId: string, amount: string, merchantOrderId = 'sub-7-1-1') =>
  gateway.refunds.request({ merchantOrderId, merchantRefundId, amount: inr(amount) })

/** A second person of the finance role. */
const asFinance = (shop: Shop, work: (ravi: ReturnType<typeof actingAs>) => Promise<unknown>) =>
  withProcesses(shop, 1, async ([context]) => {
    if (!context) return
    await insertUser(context.database, { userId: 'u-2', name: 'ravi', role: 'finance', nowMs: 1 }).catch(() => {})
    await work(actingAs(context, { who: 'ravi', userId: 'u-2', role: 'finance' }))
  })

export const decide = (shop: Shop, refundId: string, decision: 'approved' | 'declined') =>
  asFinance(shop, (ravi) => decideRefund(ravi, refundId, { decision, note: 'a decision of a test' }))

export const resolve = (shop: Shop, merchantOrderId: string) =>
  asFinance(shop, (ravi) => resolveReview(ravi, merchantOrderId, { note: 'a decision of a test' }))

/** Refuses each call to a path without running the call, once the refusal is turned on. */
export function refusing(path: RegExp, answer: () => Response) {
  const refused = { isOn: false }
  const wrapProvider: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => async (input, init) => {
    if (!refused.isOn || !path.test(String(input))) return provider(input, init)
    return answer()
  }
  return { refused, wrapProvider }
}

/** Lets time pass in steps, whatever is due: the steps of refunds as well. */
export async function live(shop: Shop, ms: number, stepMs = 2 * 3_600_000): Promise<void> {
  for (const endMs = shop.sandbox.clock.now() + ms; shop.sandbox.clock.now() < endMs; ) await shop.advance(stepMs)
  await shop.drainJobs()
}
