import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ALWAYS, KNOWN_IDS } from './support/known.ts'

const here = new URL('.', import.meta.url)
const docs = readFileSync(new URL('../../../../docs/differences.md', here), 'utf8')
const documentedIds = [...docs.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, id]) => String(id))

const sources = ['.', 'differential']
  .flatMap((folder) => readdirSync(new URL(folder, here)).map((name) => new URL(`${folder}/${name}`, here)))
  .filter(({ pathname }) => pathname.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Tests of a single difference have its id in their title. */
const idsInTitles = [...sources.matchAll(/\[([a-z]+(?:-[a-z]+)*)\]['"`],/g)].map(([, id]) => String(id))

describe('docs/differences.md', () => {
  it('lists each difference that the tests find, once', () => {
    expect([...documentedIds].sort()).toEqual([...new Set([...KNOWN_IDS, ...idsInTitles])].sort())
  })

  it('lists only differences that a test expects', () => {
    const always: readonly string[] = ALWAYS
    expect(KNOWN_IDS.filter((id) => !always.includes(id) && !sources.includes(`'${id}'`))).toEqual([])
  })
})
