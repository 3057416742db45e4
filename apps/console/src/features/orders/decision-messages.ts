import type { ObservationKind, OrderRule, ProofAnswer, ProofStep } from '@galla/contract/gateway-api/decisions'
import { reviewText } from './review-messages.ts'

const RULES: { readonly [Rule in OrderRule]: string } = {
  opened: 'The provider created the order.',
  'opening-refused': 'The provider refused to create the order, so it cannot be paid.',
  'opening-deferred':
    'The provider was unreachable or refused temporarily: no payment was started, and it may be tried again.',
  'opening-unknown':
    'It is not known whether the provider created the order: the status is checked until that is known.',
  'still-pending': 'The provider reports the order as pending.',
  'completed-by-status': 'A status check reports the order as paid, with the stored amount and ids.',
  'completed-by-signed-callback':
    'A webhook whose signature covers its body reports the order as paid, and the policy trusts such webhooks.',
  'late-payment': 'The order was paid after it had failed or expired.',
  'superseded-amount': 'A later order of the reference has another amount, so this payment is refunded.',
  'duplicate-payment': 'Another order of the same reference was paid first, so this payment is refunded.',
  'failed-by-status': 'A status check reports the order as failed.',
  'never-opened': 'The provider does not know the order, and its expiry has long passed.',
  'never-sent': 'The order expired without having been sent to the provider.',
  cancelled: 'The merchant cancelled the order before its payment was started.',
  reopened: 'The order had been given up, but the provider knows it after all.',
  'callback-is-a-hint': 'A webhook alone decides nothing: the status is checked at the provider.',
  'nothing-new': 'The observations contain nothing new.',
  'never-backwards': 'The provider reports an earlier state than the stored one, and an order only moves forward.',
  'stays-in-review': 'The order needs review: the observation is recorded, and the state of the order stays.',
  'review-resolved': 'A person resolved the review.',
  unreadable: 'The stored review cannot be read.',
  'wrong-order': 'The observation belongs to another order.',
  'amount-mismatch': 'The provider reports an amount that differs from the order amount.',
  'currency-mismatch': 'The provider reports a currency other than INR.',
  'id-in-use': 'The provider had an order with this id before it was started here.',
  'order-id-mismatch': 'The provider reports a different id for this order than before.',
  'unknown-state': 'The provider reports a state that this version does not know.',
  'expiry-mismatch': 'The provider moved the expiry of the order to a time before its payment.',
  'paid-twice': 'The order was paid more than once.',
  'short-payment': 'The amount of the payment differs from the order amount.',
  contradiction: 'The provider reports a payment of the order, but also reports the order as failed.',
  undecided: 'The provider has not decided the order, or has not said whether its payment was already refunded.',
  'automatic-refund-failed': 'An automatic refund failed, so the payer has not received the money.',
  'automatic-refund-corrected': 'The provider corrected an automatic refund that had failed.',
}

const UNKNOWN_RULE = 'A rule that this version does not know.'

/** The rule of a decision in one sentence. A newer gateway may have stored a rule that this version does not know. */
export const ruleText = (rule: OrderRule): string => (Object.hasOwn(RULES, rule) ? RULES[rule] : UNKNOWN_RULE)

/** The reason for an order's state. */
export function proofAnswerText(answer: ProofAnswer): string {
  const because = 'rule' in answer ? ` ${ruleText(answer.rule)}` : ''
  switch (answer.code) {
    case 'needs-review':
      return `It needs review: ${reviewText(answer.findings)}`
    case 'paid':
      return `It is paid.${because}`
    case 'late-refund':
      return `It was paid late, and the payment is refunded.${because}`
    case 'duplicate-refund':
      return `It was paid, but another order of ${answer.reference} had been paid before, so the payment is refunded.${because}`
    case 'failed':
      return `It is not paid.${because}`
    case 'pending':
      return 'It is not known to be paid: the provider has not decided yet, and its status is checked again.'
    case 'no-status':
      return 'It is not known to be paid: the provider has not reported a status yet.'
  }
}

const OBSERVED: { readonly [Kind in ObservationKind]: string } = {
  response: 'Response of the provider',
  callback: 'Webhook',
  status: 'Status check',
  redirect: 'The payer returned to the shop',
  clock: 'Time passed',
  cancel: 'The merchant cancelled the order',
  console: 'Decision of a person in the console',
  refund: 'An automatic refund failed',
}

/** Returns the observation, or the rule that decided. */
export function proofStepText(step: ProofStep): string {
  if (step.kind === 'decision') return ruleText(step.rule)
  return step.state === undefined ? OBSERVED[step.source] : `${OBSERVED[step.source]}: ${step.state}`
}

/** Where an observation comes from. */
export const EVIDENCE_LABELS: { readonly [Kind in ObservationKind]: string } = {
  response: 'response to an API call',
  callback: 'callback',
  status: 'status check',
  redirect: 'the payer’s browser',
  clock: 'the gateway’s clock',
  cancel: 'the merchant’s code',
  console: 'this console',
  refund: 'status of the refund',
}
