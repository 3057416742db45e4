import { AUDIT_ACTIONS } from '@galla/contract/gateway-api/audit-actions'
import { expect, it } from 'vitest'
import { auditActions } from '../../i18n/hi/audit-actions.ts'
import { actionText } from './audit-actions.ts'

it('each action of the audit log has its own Hindi words', () => {
  expect(Object.keys(auditActions.plain).sort()).toEqual([...AUDIT_ACTIONS].sort())
  const texts = Object.values(auditActions.plain)
  expect(new Set(texts).size).toBe(texts.length)
})

it.each([
  'requested refund r-1',
  'requested refund r-1, which waits for approval',
  'approved refund r-1',
  'declined refund r-1',
  'nobody approved refund r-1',
  'resolved the review of refund r-1: paid out',
  'resolved the review of refund external:OMR1: adopted ₹1,200.00 instead of ₹1,499.50',
])('the words "%s" are read as an action on a refund, and written again', (what) => {
  expect(actionText(what)).toEqual({ text: what, refundId: what.includes('OMR1') ? 'external:OMR1' : 'r-1' })
})

it.each(['logged in', 'requested the erasure of 1 order of a payer', 'requested the erasure of 2 orders of a payer'])(
  'the words "%s" stay as they are in English',
  (what) => {
    expect(actionText(what)).toEqual({ text: what })
  },
)
