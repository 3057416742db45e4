import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { expect, it } from 'vitest'
import { shownHits } from './search.ts'

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
