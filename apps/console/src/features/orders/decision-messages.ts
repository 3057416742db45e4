import type { ObservationKind, OrderRule, ProofAnswer, ProofStep } from '@galla/contract/gateway-api/decisions'
import { messages } from '../../i18n/messages.ts'
import { describeState } from '../../i18n/terms.ts'
import { decisionsEnglish } from './english-timeline.ts'
import { reviewText } from './review-messages.ts'

const t = messages('orders/decisions', decisionsEnglish)

const RULES: { readonly [Rule in OrderRule]: string } = t.rules

/** The rule of a decision in one sentence. A newer gateway may have stored a rule that this version does not know. */
export const ruleText = (rule: OrderRule): string => (Object.hasOwn(RULES, rule) ? RULES[rule] : t.unknownRule)

/** The reason for an order's state. */
export function proofAnswerText(answer: ProofAnswer): string {
  const because = 'rule' in answer ? ` ${ruleText(answer.rule)}` : ''
  switch (answer.code) {
    case 'needs-review':
      return t.answers.review(reviewText(answer.findings))
    case 'paid':
      return t.answers.paid + because
    case 'late-refund':
      return t.answers.late + because
    case 'duplicate-refund':
      return t.answers.duplicate(answer.reference) + because
    case 'failed':
      return t.answers.failed + because
    case 'pending':
      return t.answers.pending
    case 'no-status':
      return t.answers.noStatus
  }
}

const OBSERVED: { readonly [Kind in ObservationKind]: string } = t.observed

/** Returns the observation, or the rule that decided. */
export function proofStepText(step: ProofStep): string {
  if (step.kind === 'decision') return ruleText(step.rule)
  const { source, state } = step
  return state === undefined ? OBSERVED[source] : `${OBSERVED[source]}: ${observedState(source, state)}`
}

/** The label of the state that an observation reports. */
export const observedState = (source: ObservationKind, state: string): string =>
  describeState(source === 'refund' ? 'refund' : 'order', state).label

/** Where an observation comes from. */
export const EVIDENCE_LABELS: { readonly [Kind in ObservationKind]: string } = t.evidence
