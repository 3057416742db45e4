import { REFUND_REASONS } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { z } from 'zod'
import { defined } from '../../defined.ts'
import type { GatewayClient } from '../gateway-client.ts'
import { ID, listQuery, PAGE, SPAN, type Tool, tool } from '../tool.ts'

const STATES = ['REQUESTED', 'PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED'] as const
const REFUND = z.strictObject({ merchantRefundId: ID.describe('Your id of the refund') })

/** Refunds, and requests that a second person approves. */
export function refundTools({ call, url: server, page }: GatewayClient): Tool[] {
  return [
    tool({
      name: 'refunds_list',
      title: 'List refunds',
      description: 'Lists refunds, newest first. Amounts are in paise.',
      scope: 'read',
      input: z.strictObject({
        state: z.enum(STATES).optional(),
        merchantOrderId: ID.optional().describe('Only refunds of this order'),
        reference: z.string().min(1).max(200).optional().describe('Only refunds of orders of this cart or invoice'),
        needsReview: z.boolean().optional().describe('true: only refunds that a person must review'),
        awaitsApproval: z.boolean().optional().describe('true: only requests that wait for a second person'),
        ...SPAN,
        ...PAGE,
      }),
      async run(input) {
        const { data, api } = await call('GET /refunds', { query: listQuery(input) })
        return { data, source: { api: [api], server, console: page('refunds') } }
      },
    }),
    tool({
      name: 'refunds_get',
      title: 'Read a refund',
      description: 'Reads one refund: state, amount, who requested it, and whether it waits for approval.',
      scope: 'read',
      input: REFUND,
      async run(params) {
        const { data, api } = await call('GET /refunds/:merchantRefundId', { params })
        return { data, source: { api: [api], server, console: page(`refunds?open=${params.merchantRefundId}`) } }
      },
    }),
    tool({
      name: 'refunds_request',
      title: 'Request a refund',
      description:
        'Asks for a refund. Nothing is paid: the request waits, with its amount held, until a person approves it in the console. It expires when nobody does. The same merchantRefundId, order and amount again are the same request.',
      scope: 'refunds:request',
      changes: true,
      input: z.strictObject({
        merchantOrderId: ID.describe('The paid order'),
        merchantRefundId: z
          .string()
          .regex(/^[\w-]{1,63}$/, 'must be 1 to 63 letters, digits, _ or -')
          .describe('An id that you choose for this refund; repeat it to repeat the request'),
        amount: z.number().int().min(100).describe('In paise: 49900 is ₹499.00; at least 100'),
        reason: z.enum(REFUND_REASONS).optional(),
        note: z.string().max(500).optional().describe('For the person who approves: why the money should go back'),
      }),
      async run({ merchantOrderId, amount, ...wanted }) {
        const { data, api } = await call('POST /orders/:merchantOrderId/refund-requests', {
          params: { merchantOrderId },
          body: { ...defined(wanted), amount: amount as Paise },
        })
        const waits = data.approval?.state === 'waiting'
        return {
          data,
          note: waits
            ? 'Requested, and not paid. A person with the role finance or admin must approve the request in the console; the person who created the key cannot.'
            : 'The refund with this id was decided before.',
          source: { api: [api], server, console: page(`refunds?open=${wanted.merchantRefundId}`) },
        }
      },
    }),
  ]
}
