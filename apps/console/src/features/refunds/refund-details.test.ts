import { describe, expect, it } from 'vitest'
import { refundState } from '../../components/records.tsx'
import { describeState } from '../../i18n/terms.ts'
import { refundNote } from './refund-details.tsx'
import { refundReason } from './refund-failures.ts'

const sent = { inDoubt: false, attempts: 1 }

describe('the state of a refund', () => {
  it.each([
    [{ state: 'REQUESTED', inDoubt: false, attempts: 0 }, 'neutral', /sent to the provider within seconds/],
    [{ state: 'REQUESTED', ...sent }, 'wait', /sent again with the same id/],
    [{ state: 'REQUESTED', inDoubt: true, attempts: 1 }, 'wait', /Do not request it again with another id/],
    [{ state: 'PENDING', ...sent }, 'wait', /another refund of this order has to wait/],
    [{ state: 'CONFIRMED', ...sent }, 'wait', /5 to 7 working days/],
    [{ state: 'COMPLETED', ...sent }, 'good', /^The money was refunded\..*up to 7 working days/],
    [{ state: 'COMPLETED', ...sent, utr: '123' }, 'good', /give them the UTR/],
    [{ state: 'FAILED', ...sent }, 'bad', /the amount is refundable again/],
  ] as const)('%j has a note of tone %s', (refund, tone, text) => {
    const note = refundNote(refund)
    expect(note.tone).toBe(tone)
    expect(note.text).toMatch(text)
  })

  it('is shown as Being sent until the answer is late', () => {
    const sending = { state: 'REQUESTED', inDoubt: true, attempts: 1 } as const
    const labelOf = (answerDueAtMs: number) => describeState('refund', refundState({ ...sending, answerDueAtMs })).label
    expect(labelOf(Date.now() + 60_000)).toBe('Being sent')
    expect(refundNote({ ...sending, answerDueAtMs: Date.now() + 60_000 }).text).toMatch(/waits for the answer/)
    expect(labelOf(Date.now())).toBe('Outcome unknown')
    expect(refundNote({ ...sending, answerDueAtMs: Date.now() }).text).toMatch(/no response is stored/)
  })

  it('is shown as Outcome unknown after a lost response', () => {
    expect(describeState('refund', refundState({ state: 'REQUESTED', inDoubt: true })).label).toBe('Outcome unknown')
    expect(describeState('refund', refundState({ state: 'PENDING', inDoubt: false })).label).toBe('Pending')
  })
})

describe('the error code of a refund', () => {
  it('is explained, the detailed code first', () => {
    expect(refundReason('REFUND_BREACHED')).toMatch(/these were too low/)
    expect(refundReason('REFUND_BREACHED', 'Z9')).toBe('The account does not hold enough money.')
    expect(refundReason(undefined, 'REFUND_FOR_TXN_OLDER_THAN_LIMIT')).toMatch(/three months/)
  })

  it('has no explanation when it is unknown', () => {
    expect(refundReason('NEW_CODE', 'constructor')).toBeUndefined()
    expect(refundReason()).toBeUndefined()
  })
})
