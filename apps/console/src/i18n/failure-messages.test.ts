import { FAILURE_GROUP_CODES } from '@galla/contract/gateway-api/failures'
import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { expect, it } from 'vitest'
import { reasonOf, shortReason } from './failure-messages.ts'

it.each(Object.entries(FAILURE_CODES))('has words for the failure code %s', (detailedErrorCode, { errorCode }) => {
  expect(reasonOf({ state: 'FAILED', errorCode, detailedErrorCode })).not.toMatch(/^Code |_|\d/)
})

it.each([...new Set(Object.values(FAILURE_CODES).map(({ meaning }) => meaning))])(
  'says the same of every code that means: %s',
  (meaning) => {
    const codes = Object.entries(FAILURE_CODES).filter(([, one]) => one.meaning === meaning)
    expect([...new Set(codes.map(([code]) => shortReason(code)))]).toHaveLength(1)
  },
)

it.each(FAILURE_GROUP_CODES.CANCELLED)('says by whom an order with the code %s was cancelled', (code) => {
  expect(shortReason(code)).toMatch(/^Cancelled by (?:the payer|you|your code)$/)
})

it('names an unknown code itself, and turns one made of words into words', () => {
  expect(shortReason('Q7')).toBe('Code Q7')
  expect(shortReason('CARD_BLOCKED')).toBe('Card blocked')
  expect(shortReason('INVALID_CVV_EXPIRY')).toBe('Wrong CVV or expiry date')
  expect(shortReason('')).toBe('No reason given')
  expect(reasonOf({ state: 'FAILED', errorCode: 'TXN_BLOCKED', detailedErrorCode: 'Q7' })).toBe('Blocked by the bank')
  expect(reasonOf({ state: 'PENDING' })).toBeUndefined()
})
