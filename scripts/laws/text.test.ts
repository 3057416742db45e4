import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { told } from './breach.ts'
import { listFiles } from './source.ts'
import { lockfile, moneyDrawing, sizes, type Text, words } from './text.ts'

const NOT_TEXT = /\.(?:png|jpg|gif|webp|woff2|ico|gz|br)$|^package-lock\.json$/
const texts = (): Text[] =>
  listFiles()
    .filter((path) => !NOT_TEXT.test(path))
    .map((path) => ({ path, text: readFileSync(at(path), 'utf8') }))

describe('size of files', () => {
  it('stays below the hard stop', () => expect(told(sizes(texts()))).toBe(''))

  it('is counted, but for tests and tables', () => {
    const text = 'a\n'.repeat(251)
    expect(sizes([{ path: 'packages/sdk/src/client.ts', text }])).toMatchObject([{ found: '251 lines' }])
    expect(sizes([{ path: 'packages/react/src/words/hi.ts', text }])).toEqual([])
    expect(sizes([{ path: 'packages/sdk/src/client.test.ts', text }])).toEqual([])
  })
})

describe('forbidden words', () => {
  it('are nowhere', () => expect(told(words(texts()))).toBe(''))

  it.each([
    `// ${'TO'}DO later`,
    `const home = '/${'wo'}rk/main'`,
    `// @${'ts'}-ignore`,
    `https://${'regis'}try.npmjs.org/x`,
  ])('are noticed: %s', (text) => {
    expect(words([{ path: 'a.ts', text: `fine\n${text}` }])).toMatchObject([{ file: 'a.ts', line: 2 }])
  })
})

describe('lockfile', () => {
  it('holds no address', () => expect(told(lockfile(readFileSync(at('package-lock.json'), 'utf8')))).toBe(''))

  it('is noticed when it does, links apart', () => {
    const packages = {
      'node_modules/a': { resolved: 'https://host.example/a.tgz' },
      'node_modules/b': { resolved: 'packages/b', link: true },
    }
    expect(lockfile(JSON.stringify({ packages }))).toHaveLength(1)
  })
})

describe('formatInr', () => {
  it('is used only where amounts are drawn', () => expect(told(moneyDrawing(texts()))).toBe(''))

  it('is noticed elsewhere', () => {
    const text = `import { formatInr } from '@galla/contract/money'`
    expect(moneyDrawing([{ path: 'packages/sandbox/src/domain/order.ts', text }])).toHaveLength(1)
    expect(moneyDrawing([{ path: 'apps/checkout-page/src/parts/amount.tsx', text }])).toEqual([])
  })
})
