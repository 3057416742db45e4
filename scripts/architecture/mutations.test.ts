import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { rowsOf, staleGuards } from '../mutate/check-guards.mjs'
import { GUARANTEES } from '../mutate/guards.mjs'
import { changesOf, judge, notGreen } from '../mutate/run-mutation.mjs'

const read = (file: string) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined)

describe('the guards of `npm run mutate`', () => {
  it('are in the sources, are held by tests that exist, and cover every row of "What it guarantees"', () => {
    const rows = rowsOf(read('docs/gateway.md') ?? '', 'What it guarantees')
    expect(rows.length).toBeGreaterThan(10)
    expect(staleGuards(GUARANTEES, rows, read)).toEqual([])
  })

  const tests = [{ file: 'a.test.ts', test: 'holds' }]
  const guard = { name: 'a', edits: [{ file: 'a.ts', find: 'x', replace: '' }], tests }
  const files: { [file: string]: string } = { 'a.ts': 'x', 'b.ts': 'xx', 'a.test.ts': "it('holds', () => {})" }
  const stale = (change: object, more: object = {}, rows = ['One holds.']) =>
    staleGuards([{ row: 'One', mutations: [{ ...guard, ...change }], ...more }], rows, (file) => files[file])

  it('are in order when all of it fits, and need no test when something else holds the same', () => {
    expect(stale({})).toEqual([])
    expect(stale({ tests: [], implied: 'the unique index' })).toEqual([])
  })

  it.each<[string, string[]]>([
    ['no text', stale({ edits: [{ file: 'a.ts', find: 'y', replace: '' }] })],
    ['a text that occurs twice', stale({ edits: [{ file: 'b.ts', find: 'x', replace: '' }] })],
    ['a text in no file', stale({ edits: [{ file: 'c.ts', find: 'x', replace: '' }] })],
    ['no edit', stale({ edits: [] })],
    ['no test', stale({ tests: [] })],
    ['a test in no file', stale({ tests: [{ file: 'b.test.ts', test: 'holds' }] })],
    ['a test that is gone', stale({ tests: [{ file: 'a.test.ts', test: 'held' }] })],
    ['a test without a name', stale({ tests: [{ file: 'a.test.ts', test: '' }] })],
    ['no row', stale({}, { row: 'Two' }, ['One holds.', 'Two hold.'])],
    ['a row that is gone', stale({}, { row: 'Three', document: undefined }, [])],
    ['a document that is gone', stale({}, { document: 'c.md' }, [])],
    ['neither a guard nor a reason', stale({}, { mutations: [] })],
  ])('are reported with %s', (_what, found) => expect(found).toHaveLength(1))
})

describe('a mutation', () => {
  it('changes each text once, several of one file too', () => {
    const edits = ['a', 'b'].map((find) => ({ file: 'f', find, replace: '$&' }))
    expect(changesOf({ name: 'n', edits, tests: [] }, () => 'a b').get('f')).toEqual({ before: 'a b', after: '$& $&' })
  })

  const result = (status: string, message = '', title = 'suite holds') => ({
    file: 'a.test.ts',
    title,
    status,
    message,
  })
  const run = (...results: ReturnType<typeof result>[]) => ({ results, output: '', timedOut: false })

  it.each([
    ['red', [result('failed', 'AssertionError: expected 2 to be 1'), result('passed')]],
    ['red', [result('failed', 'error: update of galla.ledger is refused')]],
    ['survived', [result('passed'), result('skipped')]],
    ['hung', [result('failed', 'Error: Test timed out in 30000ms.')]],
    ['broken', [result('failed', 'error: syntax error at or near "and"')]],
    ['broken', [result('failed', 'error: column "x" does not exist', '')]],
    ['broken', []],
  ])('is %s by what its tests say (%j)', (verdict, results) => expect(judge(run(...results)).verdict).toBe(verdict))

  it('is tried only after its tests were green without it', () => {
    const tests = [{ file: 'a.test.ts', test: 'holds' }]
    expect(notGreen(run(result('passed')), tests)).toEqual([])
    expect(notGreen(run(result('failed', 'why')), tests)).toEqual(['a.test.ts › holds\nwhy'])
    expect(notGreen(run(result('skipped')), tests)).toHaveLength(1)
    expect(notGreen(run(result('passed'), result('failed', 'a hook', '')), tests)).toHaveLength(1)
  })
})
