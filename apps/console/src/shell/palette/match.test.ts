import { describe, expect, it } from 'vitest'
import { matching } from './match.ts'

const ITEMS = [
  { title: 'Orders', also: 'go to page' },
  { title: 'Ask the provider about this order', also: 'status' },
  { title: 'Move the clock on by 1 hour', also: 'time advance' },
  { title: 'Colours: dark', also: 'theme' },
]
const titles = (typed: string) => matching(ITEMS, typed).map(({ title }) => title)

describe('what is typed', () => {
  it.each([
    ['', ITEMS.map(({ title }) => title)],
    ['  ', ITEMS.map(({ title }) => title)],
    ['ord', ['Orders', 'Ask the provider about this order']],
    ['CLOCK hour', ['Move the clock on by 1 hour']],
    ['hour clo', ['Move the clock on by 1 hour']],
    ['theme d', ['Colours: dark']],
    ['rders', []],
    ['o-0mwq', []],
  ])('%j finds %j', (typed, found) => {
    expect(titles(typed)).toEqual(found)
  })

  it('finds a title before other words', () => {
    expect(matching([{ title: 'One', also: 'page' }, { title: 'Page' }], 'page').map(({ title }) => title)).toEqual([
      'Page',
      'One',
    ])
  })
})
