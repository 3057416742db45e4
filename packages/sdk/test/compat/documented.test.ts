import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ALWAYS, KNOWN_IDS } from './support/known.ts'

const here = new URL('.', import.meta.url)
const docs = readFileSync(new URL('../../../../docs/differences.md', here), 'utf8')
const documented = [...docs.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, id]) => String(id))

const sources = ['.', 'differential']
  .flatMap((folder) => readdirSync(new URL(folder, here)).map((name) => new URL(`${folder}/${name}`, here)))
  .filter(({ pathname }) => pathname.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** A test that shows one difference alone carries its id in its title. */
const titled = [...sources.matchAll(/\[([a-z]+(?:-[a-z]+)*)\]['"`],/g)].map(([, id]) => String(id))

describe('the page of differences', () => {
  it('lists what the tests find, each line once', () => {
    expect([...documented].sort()).toEqual([...new Set([...KNOWN_IDS, ...titled])].sort())
  })

  it('lists nothing that no test expects', () => {
    const always: readonly string[] = ALWAYS
    expect(KNOWN_IDS.filter((id) => !always.includes(id) && !sources.includes(`'${id}'`))).toEqual([])
  })
})
