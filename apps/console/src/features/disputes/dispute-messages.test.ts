import { expect, it } from 'vitest'
import { disputeText, disputeTone, noDisputes } from './dispute-messages.ts'

it.each([
  [{ state: 'CREATED', needsAnswer: true }, /Answer the dispute in the PhonePe Business dashboard/, 'bad'],
  [{ state: 'ACTION_REQUIRED', answeredBy: 'asha' }, /asha has said that the dispute is answered/, 'wait'],
  [{ state: 'UNDER_REVIEW' }, /The provider reviews/, 'wait'],
  [{ state: 'WON' }, /was won/, 'good'],
  [{ state: 'LOST' }, /was lost.*the ledger shows no dispute/, 'bad'],
] as const)('of the dispute %j, the order says what to do', (dispute, text, tone) => {
  expect(disputeText(dispute)).toMatch(text)
  expect(disputeTone(dispute)).toBe(tone)
})

it('an empty list says where disputes come from', () => {
  expect(noDisputes('').text).toContain('payment.dispute.*')
  expect(noDisputes('open').title).toMatch(/needs an answer/)
})
