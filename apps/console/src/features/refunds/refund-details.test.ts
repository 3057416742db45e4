import { describe, expect, it } from 'vitest'
import { markState } from '../../components/records.tsx'
import { markOf } from '../../i18n/terms.ts'
import { refundNote, refundReason } from './refund-details.tsx'

const sent = { inDoubt: false, attempts: 1 }

describe('a refund’s state', () => {
  it.each([
    [{ state: 'REQUESTED', inDoubt: false, attempts: 0 }, 'neutral', /on its way/],
    [{ state: 'REQUESTED', ...sent }, 'wait', /sent again under the same id/],
    [{ state: 'REQUESTED', inDoubt: true, attempts: 1 }, 'wait', /Do not ask for it again under another id/],
    [{ state: 'PENDING', ...sent }, 'wait', /another refund of this order has to wait/],
    [{ state: 'CONFIRMED', ...sent }, 'wait', /5 to 7 working days/],
    [{ state: 'COMPLETED', ...sent }, 'good', /^The money went back\./],
    [{ state: 'COMPLETED', ...sent, utr: '123' }, 'good', /give them the UTR/],
    [{ state: 'FAILED', ...sent }, 'bad', /the amount is free again/],
  ] as const)('%j is told in plain words', (refund, tone, words) => {
    const note = refundNote(refund)
    expect(note.tone).toBe(tone)
    expect(note.says).toMatch(words)
  })

  it('that is in doubt has a mark of its own', () => {
    expect(markOf('refund', markState({ state: 'REQUESTED', inDoubt: true })).word).toBe('Reply lost')
    expect(markOf('refund', markState({ state: 'PENDING', inDoubt: false })).word).toBe('Pending')
  })
})

describe('a refund’s code', () => {
  it('is told by its nearer meaning, the detailed one first', () => {
    expect(refundReason('REFUND_BREACHED')).toMatch(/too little of it/)
    expect(refundReason('REFUND_BREACHED', 'Z9')).toBe('The account does not hold enough money.')
    expect(refundReason(undefined, 'REFUND_FOR_TXN_OLDER_THAN_LIMIT')).toMatch(/three months/)
  })

  it('that is not known says nothing', () => {
    expect(refundReason('NEW_CODE', 'constructor')).toBeUndefined()
    expect(refundReason()).toBeUndefined()
  })
})
