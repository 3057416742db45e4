import { describe, expect, it } from 'vitest'
import { refundState } from '../../components/records.tsx'
import { describeState } from '../../i18n/terms.ts'
import { wordsOf } from './refund-review.tsx'

describe('a refund in review', () => {
  const needsReview = { reason: 'refused', message: '', sinceMs: 0, ours: { state: 'REQUESTED', amount: 1 } } as const

  it('is shown as Needs review, whatever its state', () => {
    const state = refundState({ state: 'REQUESTED', inDoubt: true, needsReview })
    expect(describeState('refund', state).label).toBe('Needs review')
  })

  it('shows the words of both sides', () => {
    expect(wordsOf({ state: 'COMPLETED', amount: 20_000 })).toBe('COMPLETED, ₹200.00')
    expect(wordsOf({ code: 'WINDOW_BUSY', message: 'Try later' })).toBe('WINDOW_BUSY, Try later')
  })
})
