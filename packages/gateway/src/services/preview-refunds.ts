import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'
import { type ProviderRefundStatus, reduceRefund } from '../domain/refund-reducer.ts'
import type { RefundRecord } from '../domain/refund.ts'
import type { GatewayContext } from '../context.ts'
import type { StoredCallback } from '../storage/callback-replay.ts'
import { readOrder } from '../storage/orders.ts'
import { readRefund } from '../storage/refunds.ts'

/** What folding these once more would make of the refunds they tell of. As in the fold itself, nobody is asked. */
export async function previewRefunds(
  { database }: Pick<GatewayContext, 'database'>,
  callbacks: readonly StoredCallback[],
): Promise<ReplayPreview['refunds']> {
  const told = new Map<string, { merchantOrderId: string; facts: ProviderRefundStatus[] }>()
  for (const { facts, merchantRefundId, merchantOrderId } of callbacks) {
    if (facts.kind !== 'refund' || merchantRefundId === null || merchantOrderId === null) continue
    const before = told.get(merchantRefundId)?.facts ?? []
    told.set(merchantRefundId, { merchantOrderId, facts: [...before, facts.facts] })
  }
  const refunds: ReplayPreview['refunds'] = []
  for (const [merchantRefundId, { merchantOrderId, facts }] of told) {
    const known = await readRefund(database, merchantRefundId)
    if (known) {
      const to = facts.reduce<RefundRecord>(
        (refund, one) => reduceRefund(refund, { kind: 'callback', facts: one }).refund,
        known,
      )
      refunds.push({ merchantRefundId, from: known.state, to: to.state })
    } else {
      const last = facts.filter(({ amount, state }) => amount !== undefined && state !== 'UNKNOWN').at(-1)
      if (last && (await readOrder(database, merchantOrderId))) {
        refunds.push({ merchantRefundId, from: 'not here', to: last.state })
      }
    }
  }
  return refunds.sort((a, b) => (a.merchantRefundId < b.merchantRefundId ? -1 : 1))
}
