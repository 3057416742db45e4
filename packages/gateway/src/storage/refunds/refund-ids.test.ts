import { describe, expect, it } from 'vitest'
import { idsOfShown, shownRefundId } from './refund-ids.ts'

describe('the id that is shown of a refund', () => {
  it.each([
    ['is the merchant’s, also when the provider’s is known', { merchantRefundId: 'r-1', refundId: 'OMR1' }, 'r-1'],
    ['is a handle of the provider’s while no other is known', { refundId: 'OMR1' }, 'external:OMR1'],
  ])('%s', (_, ids, shown) => expect(shownRefundId(ids)).toBe(shown))

  it.each([
    ['r-1', { merchantRefundId: 'r-1' }],
    ['external-1', { merchantRefundId: 'external-1' }],
    ['external:OMR1', { refundId: 'OMR1' }],
  ])('%s means %j', (shown, ids) => expect(idsOfShown(shown)).toEqual(ids))
})
