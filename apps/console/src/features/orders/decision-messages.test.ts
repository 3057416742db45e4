import type { ObservationKind, OrderRule, ProofAnswer } from '@galla/contract/gateway-api/decisions'
import { describe, expect, it } from 'vitest'
import { proofAnswerText, proofStepText, ruleText } from './decision-messages.ts'

const AT = { atMs: 1_000, decisionId: '3' }

describe('ruleText', () => {
  it('is one sentence', () => {
    expect(ruleText('review-resolved')).toBe('A person resolved the review.')
  })

  it.each(['rule-of-a-newer-version', 'toString'])('is a fallback for the unknown rule %s', (rule) => {
    expect(ruleText(rule as OrderRule)).toBe('A rule that this version does not know.')
  })
})

describe('proofAnswerText', () => {
  it.each<[ProofAnswer, string]>([
    [
      {
        code: 'needs-review',
        findings: [{ code: 'currency-mismatch', key: 'currency-mismatch:USD', ours: 'INR', theirs: 'USD' }],
      },
      'It needs review: The provider reports USD, not INR.',
    ],
    [{ code: 'paid' }, 'It is paid.'],
    [
      { code: 'paid', rule: 'completed-by-status' },
      'It is paid. A status check reports the order as paid, with the stored amount and ids.',
    ],
    [
      { code: 'late-refund', rule: 'late-payment' },
      'It was paid late, and the payment is refunded. The order was paid after it had failed or expired.',
    ],
    [
      { code: 'duplicate-refund', reference: 'cart-7' },
      'It was paid, but another order of cart-7 had been paid before, so the payment is refunded.',
    ],
    [{ code: 'failed', rule: 'failed-by-status' }, 'It is not paid. A status check reports the order as failed.'],
    [
      { code: 'pending' },
      'It is not known to be paid: the provider has not decided yet, and its status is checked again.',
    ],
    [{ code: 'no-status' }, 'It is not known to be paid: the provider has not reported a status yet.'],
  ])('of %j is "%s"', (answer, text) => {
    expect(proofAnswerText(answer)).toBe(text)
  })
})

describe('proofStepText', () => {
  it.each<[ObservationKind, string]>([
    ['response', 'Response of the provider'],
    ['callback', 'Webhook'],
    ['status', 'Status check'],
    ['redirect', 'The payer returned to the shop'],
    ['clock', 'Time passed'],
    ['console', 'Decision of a person in the console'],
    ['refund', 'An automatic refund failed'],
  ])('of an observation from %s is "%s", with its state', (source, text) => {
    expect(proofStepText({ kind: 'observation', ...AT, source })).toBe(text)
    expect(proofStepText({ kind: 'observation', ...AT, source, state: 'COMPLETED' })).toBe(
      `${text}: ${source === 'refund' ? 'Refunded' : 'Completed'}`,
    )
  })

  it('of a decision is the sentence of its rule', () => {
    expect(proofStepText({ kind: 'decision', ...AT, rule: 'opened' })).toBe('The provider created the order.')
  })
})
