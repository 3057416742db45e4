import type { Decision, Proof } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'

/** "Why is this order paid?", from what was written down when it was decided and from nothing else. */
export function proofOf(order: Order, decisions: readonly Decision[]): Proof {
  const turns = decisions.filter(({ from, to, rule }) => from !== to || rule === order.needsReview?.reason)
  return {
    answer: answerOf(order, decisions),
    steps: turns.flatMap((decision) => [
      ...decision.observations.map(({ kind, state, amount, atMs, source }) => ({
        atMs,
        says: `${OBSERVED[kind]}${state === undefined ? '' : `: ${state}`}`,
        ...(amount === undefined ? {} : { amount }),
        source: kind,
        ...(kind === 'callback' && source !== undefined ? { callbackId: source } : {}),
        detailId: decision.decisionId,
      })),
      { atMs: decision.atMs, says: decision.explains, source: decision.rule, detailId: decision.decisionId },
    ]),
    decisions: [...decisions],
  }
}

const OBSERVED: { readonly [Kind in Decision['observations'][number]['kind']]: string } = {
  reply: 'The provider answered our request',
  callback: 'The provider called back',
  status: 'We asked the provider for the status',
  redirect: 'The payer came back to the shop',
  clock: 'The time had come',
  console: 'A person decided in the console',
  refund: 'A refund of ours failed',
}

function answerOf(order: Order, decisions: readonly Decision[]): string {
  const { state, resolution, needsReview } = order
  if (needsReview) return `It waits for a person: ${needsReview.message}`
  const last = decisions.filter(({ from, to }) => from !== to && to === state).at(-1)
  const because = last === undefined ? '' : ` ${last.explains}`
  switch (state) {
    case 'COMPLETED':
      if (resolution === 'fulfil') return `It is paid.${because}`
      return resolution === 'late-refund'
        ? `It was paid too late, and the money goes back.${because}`
        : `It was paid, but another order of ${order.reference} had been paid before, so the money goes back.${because}`
    case 'FAILED':
      return `It is not paid.${because}`
    case 'PENDING':
      return 'It is not known to be paid: the provider has not decided yet, and is asked again.'
    default:
      return 'It is not known to be paid: the provider has not been heard yet.'
  }
}
