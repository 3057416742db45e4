import type { PayerChange, PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import { type PayerCallOptions, payerCalls, type Reply, subjectOf } from '../core/payer-calls.ts'

/** Reply to a request: the subscription, a refusal, or no usable answer. */
export type SubscriptionResponse = Reply<PayerSubscription>

/** HTTP client of the gateway's payer routes, for one subscription. No method rejects. */
export interface SubscriptionClient {
  status(): Promise<SubscriptionResponse>
  change(change: PayerChange): Promise<SubscriptionResponse>
}

/** Undefined for a text that is no token of a subscription. */
export function subscriptionClient(options: PayerCallOptions): SubscriptionClient | undefined {
  const subscriptionId = subjectOf(options.payerToken, 's1')
  if (subscriptionId === undefined) return undefined
  const { call } = payerCalls(options)
  const at = `/subscriptions/${encodeURIComponent(subscriptionId)}`
  const view = async (path: string, method: 'GET' | 'POST'): Promise<SubscriptionResponse> => {
    const reply = await call(at + path, { method })
    if (reply.kind !== 'body') return reply
    return isSubscription(reply.body) ? { kind: 'view', view: reply.body } : { kind: 'no-answer' }
  }
  return { status: () => view('/status', 'GET'), change: (change) => view(`/${change}`, 'POST') }
}

/** An error that a part cannot show ends the page. */
function isSubscription(body: unknown): body is PayerSubscription {
  if (typeof body !== 'object' || body === null) return false
  const { state, amount, nowMs, changes, mandate } = body as Partial<PayerSubscription>
  const isKnown = typeof state === 'string' && Number.isSafeInteger(amount) && Number.isFinite(nowMs)
  return isKnown && Array.isArray(changes) && Number.isSafeInteger(mandate?.maxAmount)
}
