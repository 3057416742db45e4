import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { expect, it } from 'vitest'
import { nothingFoundHints, shownHits } from './search.ts'

const hitsOf = (count: number, foundBy: SearchHit['foundBy'] = 'amount') =>
  Array.from({ length: count }, (_, at) => ({ kind: 'order', id: `o-${at}`, foundBy, amount: 49_900 }) as SearchHit)

it('leads to the list of all orders of an amount only when there are more than are shown', () => {
  expect(shownHits(hitsOf(5), '499')).toEqual({ hits: hitsOf(5), list: undefined })
  const { hits, list } = shownHits([...hitsOf(6), ...hitsOf(1, 'utr')], '499')
  expect(hits).toEqual([...hitsOf(5), ...hitsOf(1, 'utr')])
  expect(list?.title).toBe('All orders of ₹499.00')
})

it('leads to the list of all orders with a failure code', () => {
  expect(shownHits(hitsOf(6, 'failure'), ' zm ').list).toEqual({
    title: 'All orders with ZM',
    search: { failure: 'ZM' },
  })
})

it('explains only the UTR where nothing is found for one, in words that fit the role', () => {
  expect(nothingFoundHints(' 1234 5678 9012 ', true)).toEqual([
    'The UTR of a payment is known only once its order is paid. Search the order by its amount or id, open it and press “Check status”.',
  ])
  expect(nothingFoundHints('123456789012', false)).toEqual([expect.stringMatching(/ and ask a person whose role may /)])
  expect(nothingFoundHints('unknown', true)).toHaveLength(2)
})

it.each(['9876543210', '98765 43210', '+91 98765 43210'])('says what to ask a payer for instead of %s', (typed) => {
  expect(nothingFoundHints(typed, true)).toEqual([
    expect.stringMatching(/^An order cannot be found by a phone number\./),
  ])
})
