import { createHash } from 'node:crypto'
import { Pool, type PoolConfig } from 'pg'
import { expect } from 'vitest'
import { auditLedger } from './audit-ledger.ts'
import { HALF } from './paid-order.ts'
import { AMOUNT, CALLBACK_URL, SECRET, type TestGateway } from './test-gateway.ts'

/** The id of a refund that only the provider has named. */
export const KEY = 'external:OMR-1'

/** Sends a callback of the refund `OMR-1` without our id. */
export async function send({ gateway }: TestGateway, payload: object) {
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const fields = { originalMerchantOrderId: 'paid', refundId: 'OMR-1', amount: HALF, state: 'COMPLETED', ...payload }
  const body = JSON.stringify({ event: 'pg.refund.completed', payload: fields })
  const response = await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers: { authorization }, body }))
  expect(response.status).toBe(200)
}

/** Sends a callback, which is applied. */
export async function post(testGateway: TestGateway, payload: object) {
  await send(testGateway, payload)
  await testGateway.gateway.runPendingJobs()
}

/** Reads the amount that the order has left for refunds, and the refunded amount. */
export const amounts = async ({ gateway }: TestGateway) => {
  const { refundableAmount, refundedAmount } = (await gateway.orders.get('paid')) ?? {}
  return { refundableAmount, refundedAmount }
}
export const refundIds = async ({ gateway }: TestGateway) =>
  (await gateway.refunds.list()).rows.map(({ merchantRefundId }) => merchantRefundId)
/** The amounts of the order when refunds of this sum were paid out. */
export const counted = (amount: number) => ({ refundableAmount: AMOUNT - amount, refundedAmount: amount })

/** Violations of the ledger when the provider paid back what the gateway says. */
export async function audit(testGateway: TestGateway): Promise<string[]> {
  const pool = new Pool(testGateway.settings.database as PoolConfig)
  const { refundedAmount = 0 } = await amounts(testGateway)
  try {
    return await auditLedger(pool, new Map([['paid', refundedAmount]]))
  } finally {
    await pool.end()
  }
}
