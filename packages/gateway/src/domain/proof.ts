import type { Decision, Proof } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import { defined } from './defined.ts'

/** Answers "why is this order paid?" from the recorded decisions only. */
export function proofOf(order: Order, decisions: readonly Decision[]): Proof {
  const turns = decisions.filter(({ from, to, rule }) => from !== to || rule === order.needsReview?.reason)
  return {
    answer: answerOf(order, decisions),
    steps: turns.flatMap((decision) => [
      ...decision.observations.map(({ kind, state, amount, atMs, source }) => ({
        atMs,
        says: `${OBSERVED[kind]}${state === undefined ? '' : `: ${state}`}`,
        ...defined({ amount, callbackId: kind === 'callback' ? source : undefined }),
        source: kind,
        detailId: decision.decisionId,
      })),
      { atMs: decision.atMs, says: decision.explains, source: decision.rule, detailId: decision.decisionId },
    ]),
    decisions: [...decisions],
  }
}

const OBSERVED: { readonly [Kind in Decision['observations'][number]['kind']]: string } = {
  reply: 'Reply of the provider',
  callback: 'Callback',
  status: 'Status check',
  redirect: 'The payer returned to the shop',
  clock: 'Time passed',
  console: 'Decision of a person in the console',
  refund: 'An automatic refund failed',
}

function answerOf(order: Order, decisions: readonly Decision[]): string {
  const { state, resolution, needsReview } = order
  if (needsReview) return `It needs review: ${needsReview.message}`
  const last = decisions.filter(({ from, to }) => from !== to && to === state).at(-1)
  const because = last === undefined ? '' : ` ${last.explains}`
  switch (state) {
    case 'COMPLETED':
      if (resolution === 'fulfil') return `It is paid.${because}`
      return resolution === 'late-refund'
        ? `It was paid late, and the payment is refunded.${because}`
        : `It was paid, but another order of ${order.reference} had been paid before, so the payment is refunded.${because}`
    case 'FAILED':
      return `It is not paid.${because}`
    case 'PENDING':
      return 'It is not known to be paid: the provider has not decided yet, and its status is checked again.'
    default:
      return 'It is not known to be paid: the provider has not reported a status yet.'
  }
}
