import { z } from 'zod'
import type { GatewayClient } from '../gateway-client.ts'
import { ID, listQuery, PAGE, SPAN, type Tool, tool } from '../tool.ts'

const STATES = ['CREATED', 'PENDING', 'COMPLETED', 'FAILED', 'OPEN'] as const
const ORDER = z.strictObject({ merchantOrderId: ID.describe('Your id of the order') })

/** Entries of a timeline: an order that is polled for days has hundreds. */
const TIMELINE = z.strictObject({
  ...ORDER.shape,
  limit: z.number().int().min(1).max(200).default(50).describe('The last entries of the timeline, 1 to 200'),
})

/** Orders as the gateway has stored them. */
export function orderTools({ call, url: server, page }: GatewayClient): Tool[] {
  return [
    tool({
      name: 'orders_list',
      title: 'List orders',
      description: 'Lists orders, newest first. Amounts are in paise: 49900 is ₹499.00.',
      scope: 'read',
      input: z.strictObject({
        state: z.enum(STATES).optional().describe('OPEN is CREATED and PENDING'),
        reference: z.string().min(1).max(200).optional().describe('Only orders of this cart or invoice'),
        failure: z.string().max(100).optional().describe('A failure code, or EXPIRED, CANCELLED, DECLINED'),
        needsReview: z.boolean().optional().describe('true: only orders that a person must review'),
        owed: z.boolean().optional().describe('true: only orders with money owed to the payer'),
        delayed: z.boolean().optional().describe('true: only open orders that should have been decided'),
        minAmount: z.number().int().min(0).optional().describe('In paise, inclusive'),
        maxAmount: z.number().int().min(0).optional().describe('In paise, inclusive'),
        ...SPAN,
        ...PAGE,
      }),
      async run(input) {
        const { data, api } = await call('GET /orders', { query: listQuery(input) })
        return { data, source: { api: [api], server, console: page('orders') } }
      },
    }),
    tool({
      name: 'orders_get',
      title: 'Read an order',
      description: 'Reads one order: state, amounts, what may be refunded, and the review if a person must look at it.',
      scope: 'read',
      input: ORDER,
      async run(params) {
        const { data, api } = await call('GET /orders/:merchantOrderId', { params })
        return { data, source: { api: [api], server, console: page(`orders/${params.merchantOrderId}`) } }
      },
    }),
    tool({
      name: 'orders_timeline',
      title: 'Read the timeline of an order',
      description:
        'Reads what happened to an order: calls to the provider, callbacks, decisions with the rule that made them, deliveries of events, refunds and transfers of the ledger. Payer data is masked.',
      scope: 'operations',
      input: TIMELINE,
      async run({ merchantOrderId, limit }) {
        const { data, api } = await call('GET /orders/:merchantOrderId/timeline', { params: { merchantOrderId } })
        const { timeline, decisions } = data
        const left = timeline.length - limit
        return {
          data: { ...data, timeline: timeline.slice(-limit), decisions: decisions.slice(-limit) },
          ...(left > 0 && { note: `The first ${left} of ${timeline.length} entries of the timeline are left out.` }),
          source: { api: [api], server, console: page(`orders/${merchantOrderId}`) },
        }
      },
    }),
  ]
}
