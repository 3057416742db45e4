import { z } from 'zod'
import { defined } from '../../defined.ts'
import type { SandboxClient } from '../../sandbox-client.ts'
import { ID, PAGE, type Tool, tool } from '../tool.ts'

const CODE = z.string().regex(/^\w{1,60}$/, 'must be a failure code: ZM or INVALID_MPIN')

/** The sandbox on this machine. No money moves there. */
export function sandboxTools(call: SandboxClient, server: string): Tool[] {
  return [
    tool({
      name: 'sandbox_payments_list',
      title: 'List payments of the sandbox',
      description: 'Lists orders of the sandbox on this machine, newest first, as the provider would know them.',
      input: z.strictObject({
        state: z.enum(['PENDING', 'COMPLETED', 'FAILED', 'EXPIRED']).optional(),
        search: z.string().max(100).optional().describe('A part of an id'),
        ...PAGE,
      }),
      async run({ limit, ...query }) {
        const data = await call('GET /orders', { query: defined({ ...query, limit: String(limit) }) })
        return { data, source: { api: ['GET /_sandbox/orders'], server } }
      },
    }),
    tool({
      name: 'sandbox_outcome_queue',
      title: 'Queue the outcome of the next payments in the sandbox',
      description:
        'Decides how the next payments in the sandbox end. LATE_PAYMENT: the order expires, and the money arrives one minute later.',
      changes: true,
      input: z.strictObject({
        outcome: z.enum(['SUCCESS', 'FAILURE', 'PENDING', 'LATE_PAYMENT']),
        merchantOrderId: ID.optional().describe('Only payments of this order, which must exist'),
        next: z.number().int().min(1).max(100).optional().describe('Number of payments, by default 1'),
        errorCode: CODE.optional().describe('Of FAILURE: ZM, INVALID_MPIN'),
        afterMs: z.number().int().min(0).max(600_000).optional().describe('Milliseconds from the start of the attempt'),
      }),
      async run(input) {
        const data = await call('POST /outcomes', { body: { ...defined(input), outcome: input.outcome } })
        const { queued, queuedForOrders } = data
        return { data: defined({ queued, queuedForOrders }), source: { api: ['POST /_sandbox/outcomes'], server } }
      },
    }),
    tool({
      name: 'sandbox_payment_simulate',
      title: 'Pay an order in the sandbox',
      description: 'Pays or fails an order of the sandbox now, as its payer and bank would, and sends the callback.',
      changes: true,
      input: z.strictObject({
        merchantOrderId: ID,
        outcome: z.enum(['SUCCESS', 'FAILURE', 'PENDING']),
        errorCode: CODE.optional().describe('Of FAILURE: ZM, INVALID_MPIN'),
        keepOpen: z.boolean().optional().describe('Of FAILURE: the order stays open for another attempt'),
      }),
      async run({ merchantOrderId, ...wanted }) {
        const data = await call('POST /orders/:merchantOrderId/simulate', {
          params: { merchantOrderId },
          body: { ...defined(wanted), outcome: wanted.outcome },
        })
        return { data, source: { api: [`POST /_sandbox/orders/${merchantOrderId}/simulate`], server } }
      },
    }),
  ]
}
