import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { textsOf } from './files.ts'
import { forbiddenText, lockfile, missingGlyphs, moneyFormatting, suppressedAny } from './text.ts'
import { format } from './violation.ts'

const texts = textsOf(/./, /\.(?:png|jpg|gif|webp|woff2|ico|gz|br)$|^package-lock\.json$/)

describe('forbidden text', () => {
  it('is in no file', () => expect(format(forbiddenText(texts))).toBe(''))

  it.each([`const home = '/${'wo'}rk/main'`, `// @${'ts'}-ignore`, `https://${'regis'}try.npmjs.org/x`])(
    'is reported: %s',
    (text) => {
      expect(forbiddenText([{ path: 'a.ts', text: `fine\n${text}` }])).toMatchObject([{ file: 'a.ts', line: 2 }])
    },
  )
})

describe('any', () => {
  it('is suppressed for the signal of a fetch-shaped function only', () =>
    expect(format(suppressedAny(texts))).toBe(''))

  it('is reported where a source suppresses it', () => {
    const text = '// biome-ignore lint/suspicious/noExplicitAny: a reason'
    expect(suppressedAny([{ path: 'packages/sdk/src/client.ts', text }])).toHaveLength(1)
    expect(suppressedAny([{ path: 'packages/sdk/src/client.test.ts', text }])).toEqual([])
  })
})

describe('lockfile', () => {
  it('holds no address', () => expect(format(lockfile(readFileSync(at('package-lock.json'), 'utf8')))).toBe(''))

  it('is reported when it does, links excepted', () => {
    const packages = {
      'node_modules/a': { resolved: 'https://host.example/a.tgz' },
      'node_modules/b': { resolved: 'packages/b', link: true },
    }
    expect(lockfile(JSON.stringify({ packages }))).toHaveLength(1)
  })
})

describe('formatInr', () => {
  it('is used where amounts are shown', () => expect(format(moneyFormatting(texts))).toBe(''))

  it('is reported elsewhere', () => {
    const text = `import { formatInr } from '@galla/contract/money'`
    expect(moneyFormatting([{ path: 'packages/sandbox/src/domain/order.ts', text }])).toHaveLength(1)
    expect(moneyFormatting([{ path: 'apps/checkout-page/src/components/amount.tsx', text }])).toEqual([])
  })
})

describe('characters of screens', () => {
  it('are in the font', () => expect(format(missingGlyphs(texts))).toBe(''))

  it('are reported in a text, not in a comment', () => {
    const text = "/** a → b */\nconst word = 'a → b ↑' // → c"
    expect(missingGlyphs([{ path: 'apps/console/src/a.ts', text }])).toMatchObject([{ found: '→' }])
  })
})
