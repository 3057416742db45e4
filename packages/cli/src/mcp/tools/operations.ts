import { z } from 'zod'
import type { GatewayClient } from '../gateway-client.ts'
import { ID, listQuery, PAGE, SPAN, type Tool, tool } from '../tool.ts'

const VERDICTS = ['accepted', 'duplicate', 'refused'] as const

/** Callbacks, the health report, and what a person must review. */
export function operationTools({ call, url: server, page }: GatewayClient): Tool[] {
  return [
    tool({
      name: 'callbacks_list',
      title: 'List received callbacks',
      description:
        'Lists callbacks of the provider, newest first: event, verdict, whether and when each was applied. Lists no bodies.',
      scope: 'operations',
      input: z.strictObject({
        id: ID.optional().describe('A merchantOrderId or merchantRefundId'),
        verdict: z.enum(VERDICTS).optional(),
        event: z.string().max(100).optional().describe("The provider's name: checkout.order.completed"),
        needsReview: z.boolean().optional().describe('true: only callbacks that could not be applied'),
        unknownEvent: z.boolean().optional().describe('true: only callbacks whose event this version does not know'),
        ...SPAN,
        ...PAGE,
      }),
      async run(input) {
        const { data, api } = await call('GET /callbacks', { query: listQuery(input) })
        return { data, source: { api: [api], server, console: page('webhooks') } }
      },
    }),
    tool({
      name: 'callbacks_get',
      title: 'Read a received callback',
      description:
        'Reads one callback with its body. The gateway masks personal data before it stores a body; headers are left out.',
      scope: 'operations',
      input: z.strictObject({ callbackId: z.string().regex(/^\d{1,15}$/, 'must be 1 to 15 digits') }),
      async run(params) {
        const { data, api } = await call('GET /callbacks/:callbackId', { params })
        const { headers: _, ...shown } = data
        return { data: shown, source: { api: [api], server, console: page(`webhooks/${params.callbackId}`) } }
      },
    }),
    tool({
      name: 'health_get',
      title: 'Read the health report',
      description: 'Reads the checks of the gateway, the work that waits in each queue, and the running workers.',
      scope: 'operations',
      input: z.strictObject({}),
      async run() {
        const { data, api } = await call('GET /health', {})
        return { data, source: { api: [api], server, console: page('health') } }
      },
    }),
    tool({
      name: 'reviews_list',
      title: 'List what a person must decide',
      description: 'Lists orders and refunds that a person must review, and refunds that wait for approval.',
      scope: 'read',
      input: z.strictObject({ limit: PAGE.limit }),
      async run({ limit }) {
        const [orders, refunds, approvals] = await Promise.all([
          call('GET /orders', { query: { needsReview: true, limit } }),
          call('GET /refunds', { query: { needsReview: true, limit } }),
          call('GET /refunds', { query: { awaitsApproval: true, limit } }),
        ])
        const isCut = [orders, refunds, approvals].some(({ data }) => data.next !== undefined)
        return {
          data: { orders: orders.data.rows, refunds: refunds.data.rows, approvals: approvals.data.rows },
          ...(isCut && { note: `There is more: each list is cut at ${limit}.` }),
          source: { api: [orders.api, refunds.api, approvals.api], server, console: page('') },
        }
      },
    }),
  ]
}
