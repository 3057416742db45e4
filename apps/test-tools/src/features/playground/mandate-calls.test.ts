import { describe, expect, it } from 'vitest'
import { emptyMandate, type MandateDraft, parseMandateCall } from './mandate-calls.ts'

const problemsOf = (change: Partial<MandateDraft>, call: Parameters<typeof parseMandateCall>[1]) =>
  parseMandateCall({ ...emptyMandate('club-7'), ...change }, call).problems

describe('a call about a mandate', () => {
  it.each([
    [{ merchantSubscriptionId: 'a b' }, 'getStatus', ['merchantSubscriptionId']],
    [{ merchantOrderId: '' }, 'redeem', ['merchantOrderId']],
    [{ maxAmount: 'much' }, 'setup', ['maxAmount']],
    [{ amount: '0.50' }, 'notify', ['amount']],
    [{ amount: '1000' }, 'notify', ['amount']],
    [{ authWorkflowType: 'TRANSACTION', amount: '1000' }, 'setup', ['amount']],
  ] as const)('%j is wrong for %s', (change, call, fields) => {
    expect(Object.keys(problemsOf(change, call))).toEqual(fields)
  })

  it.each([
    [{ merchantOrderId: '' }, 'getStatus'],
    [{ amount: 'x' }, 'setup'],
    [{ amountType: 'FIXED', amount: 'x' }, 'notify'],
    [{ maxAmount: '500', amount: '500' }, 'notify'],
  ] as const)('%j does not matter for %s', (change, call) => expect(problemsOf(change, call)).toEqual({}))

  it('takes ₹2 as a test, the first bill of a TRANSACTION, and the maximum of a fixed amount', () => {
    const amountOf = (change: Partial<MandateDraft>, call: 'setup' | 'notify') =>
      (parseMandateCall({ ...emptyMandate('club-7'), ...change }, call).request.body as { amount: number }).amount
    expect(amountOf({}, 'setup')).toBe(200)
    expect(amountOf({ authWorkflowType: 'TRANSACTION' }, 'setup')).toBe(19_900)
    expect(amountOf({ amountType: 'FIXED' }, 'notify')).toBe(99_900)
  })
})
