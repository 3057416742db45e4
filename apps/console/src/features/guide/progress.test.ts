import { expect, it } from 'vitest'
import { isGuideShown, parseProgress } from './progress.ts'

const NOTHING = { hidden: false, opened: false, runs: {} }

it.each([undefined, '', 'no json', '[]', 'null', '{"runs":{"pay":{"merchantOrderId":7},"other":{}},"hidden":"yes"}'])(
  'reads %j as no progress',
  (text) => {
    expect(parseProgress(text)).toEqual(NOTHING)
  },
)

it('reads what was stored', () => {
  const progress = {
    hidden: true,
    opened: true,
    runs: { pay: { merchantOrderId: 'o-1' }, refund: { merchantOrderId: 'o-1', merchantRefundId: 'r-1' } },
  }
  expect(parseProgress(JSON.stringify(progress))).toEqual(progress)
})

it.each([
  ['without orders', NOTHING, true, true],
  ['with orders', NOTHING, false, false],
  ['with orders, when it was opened', { ...NOTHING, opened: true }, false, true],
  ['with orders, after its first step', { ...NOTHING, runs: { pay: { merchantOrderId: 'o-1' } } }, false, true],
  ['without orders, when it was hidden', { ...NOTHING, hidden: true }, true, false],
  [
    'after its first step, when it was hidden',
    { ...NOTHING, hidden: true, runs: { pay: { merchantOrderId: 'o-1' } } },
    false,
    false,
  ],
])('%s: shown or not', (_, progress, isEmpty, shown) => {
  expect(isGuideShown(progress, isEmpty)).toBe(shown)
})
