import type { Decision, Proof, ProofAnswer, ProofStep } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import { defined } from '../defined.ts'

/** Answers "why is this order paid?" from the recorded decisions only. */
export function proofOf(order: Order, decisions: readonly Decision[]): Proof {
  const turns = decisions.filter(({ from, to, rule }) => from !== to || rule === order.needsReview?.reason)
  return { answer: answerOf(order, decisions), steps: turns.flatMap(stepsOf), decisions: [...decisions] }
}

function stepsOf({ decisionId, atMs, rule, observations }: Decision): ProofStep[] {
  return [
    ...observations.map(
      ({ kind, state, amount, atMs, source }): ProofStep => ({
        kind: 'observation',
        atMs,
        decisionId,
        source: kind,
        ...defined({ state, amount, callbackId: kind === 'callback' ? source : undefined }),
      }),
    ),
    { kind: 'decision', atMs, decisionId, rule },
  ]
}

function answerOf(order: Order, decisions: readonly Decision[]): ProofAnswer {
  const { state, resolution, needsReview, reference } = order
  if (needsReview) return { code: 'needs-review', findings: needsReview.findings }
  const because = defined({ rule: decisions.filter(({ from, to }) => from !== to && to === state).at(-1)?.rule })
  switch (state) {
    case 'COMPLETED':
      if (resolution === 'fulfil') return { code: 'paid', ...because }
      return resolution === 'late-refund'
        ? { code: 'late-refund', ...because }
        : { code: 'duplicate-refund', reference, ...because }
    case 'FAILED':
      return { code: 'failed', ...because }
    case 'PENDING':
      return { code: 'pending' }
    default:
      return { code: 'no-status' }
  }
}
