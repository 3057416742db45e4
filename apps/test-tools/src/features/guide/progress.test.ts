import { expect, it } from 'vitest'
import { parseRuns } from './progress.ts'

it.each([undefined, '', 'no json', '[]', 'null', '{"runs":{"pay":{"merchantOrderId":7},"other":{}}}'])(
  'reads %j as no progress',
  (text) => {
    expect(parseRuns(text)).toEqual({})
  },
)

it('reads what was stored', () => {
  const runs = { pay: { merchantOrderId: 'o-1' }, refund: { merchantOrderId: 'o-1', merchantRefundId: 'r-1' } }
  expect(parseRuns(JSON.stringify({ runs }))).toEqual(runs)
})
