import { describe, expect, it } from 'vitest'
import { readDocs, searchDocs, sectionsOf } from './docs-pages.ts'

describe('sectionsOf', () => {
  it('splits a page at its headings, and not at comments of a code block', () => {
    const page =
      '# Callbacks\n\nIntro.\n\n## With Express\n\n```sh\n# not a heading\n```\n\n### Raw body {#raw}\n\nText.\n\n## Next\n'
    expect(sectionsOf('callbacks', page).map(({ title, anchor }) => [title, anchor])).toEqual([
      ['Callbacks', ''],
      ['Callbacks > With Express', 'with-express'],
      ['Callbacks > With Express > Raw body', 'raw'],
      ['Callbacks > Next', 'next'],
    ])
  })
})

describe('searchDocs', () => {
  const section = (page: string, title: string, text: string) => ({ page, title, anchor: '', text })

  it('prefers words of a heading, then rare words', () => {
    const found = searchDocs(
      [
        section('a', 'Orders', 'a callback arrives'),
        section('b', 'Callbacks', 'they arrive'),
        section('c', 'Other', 'nothing of it'),
      ],
      'callback',
      5,
    )
    expect(found.map(({ page }) => page)).toEqual(['b', 'a'])
  })

  it('shows a guide before the reference that has the same words', () => {
    const text = 'the status of a refund'
    const found = searchDocs([section('protocol', 'Refund', text), section('sdk', 'Refund', text)], 'refunds', 5)
    expect(found.map(({ page }) => page)).toEqual(['sdk', 'protocol'])
  })

  it('finds nothing for words that stand nowhere', () => {
    expect(searchDocs([section('a', 'Orders', 'text')], 'zebra', 5)).toEqual([])
  })
})

describe('the documentation of this repository', () => {
  const sections = readDocs()
  it.each([
    ['verify a callback', /callbacks|sdk/],
    ['is an order paid twice', /why-no-double|gateway/],
    ['rotate data keys', /personal-data|server|deploy|upgrade/],
    ['simulate a late payment in the sandbox', /sandbox|testing/],
    ['hosted page react', /react/],
    ['migrate from the official package', /migration/],
  ])('answers %j with a guide', (question, page) => {
    expect(searchDocs(sections, question, 3)[0]?.page).toMatch(page)
  })
})
