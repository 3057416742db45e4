import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { rowsOf, staleGuards } from '../mutate/check-guards.mjs'
import { GUARANTEES, readGuards } from '../mutate/guards.mjs'
import { changesOf, judge, notGreen } from '../mutate/run-mutation.mjs'

const read = (file: string) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined)

describe('the guards of `npm run mutate`', () => {
  it('are in the sources, are held by tests that exist, and cover every row of "What it guarantees"', () => {
    const rows = rowsOf(read('docs/guarantees.md') ?? '', 'What it guarantees')
    expect(rows.length).toBeGreaterThan(10)
    expect(staleGuards(GUARANTEES, rows, read)).toEqual([])
  })

  it('are written as diffs: a line that is none is refused', () => {
    const text = '# One\nfile: a.ts\n@@ a\n-x\n-y\n+z\n-w\ntest: a.test.ts › holds › twice\n'
    expect(readGuards(text)).toMatchObject([
      {
        row: 'One',
        mutations: [
          {
            edits: [
              { file: 'a.ts', find: 'x\ny', replace: 'z' },
              { file: 'a.ts', find: 'w', replace: '' },
            ],
            tests: [{ file: 'a.test.ts', test: 'holds › twice' }],
          },
        ],
      },
    ])
    expect(() => readGuards('# One\n-x\n')).toThrow('No line of guards: -x')
  })
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

  const tests = [
    { file: 'a.test.ts', test: 'holds' },
    { file: 'b.test.ts', test: 'keeps' },
  ]
  const of = (file: string, title: string, status: string, message = '') => ({
    ...result(status, message, title),
    file,
  })
  const failed = (message: string) => [result('failed', message), of('b.test.ts', 'keeps', 'passed')]

  it.each([
    ['red', failed('AssertionError: expected 2 to be 1')],
    ['red', failed('Error: Property failed after 3 tests\nGot AssertionError: expected 2 to be 1')],
    ['red', failed('error: update of galla.ledger is refused')],
    ['survived', [result('passed'), result('skipped'), of('b.test.ts', 'keeps', 'passed')]],
    ['broken', [result('passed'), of('b.test.ts', 'keeps', 'skipped')]],
    ['hung', failed('Error: Test timed out in 30000ms.')],
    ['broken', failed('error: syntax error at or near "and"')],
    ['broken', failed('AssertionError: expected error: syntax error at or near "and" to match object {}')],
    ['broken', [result('failed', 'error: column "x" does not exist', ''), of('b.test.ts', 'keeps', 'passed')]],
    ['broken', []],
  ])('is %s by what its tests say (%j)', (verdict, results) =>
    expect(judge(run(...results), { tests, shows: 'is refused' }).verdict).toBe(verdict),
  )

  it.each([
    'Error: connect ECONNREFUSED 127.0.0.1:5432',
    'error: sorry, too many clients already',
    'Error: ENOSPC: no space left on device, write',
    'error: could not write to file "base/pgsql_tmp": No space left on device',
    'error: terminating connection due to administrator command',
    'Error: The embedded PostgreSQL did not start',
    'error: the database system is starting up',
    "TypeError: Cannot read properties of undefined (reading 'rows')",
    'RangeError: Maximum call stack size exceeded',
    'AssertionError: expected Error: connect ECONNREFUSED 127.0.0.1:5432 to match object {}',
  ])('is not red by a failure that says nothing about the guard: %s', (message) =>
    expect(judge(run(...failed(message)), { tests }).verdict).toBe('broken'),
  )

  it('is judged by the named tests alone: another one of the same files says nothing', () => {
    const green = [result('passed'), of('b.test.ts', 'keeps', 'passed')]
    for (const other of ['also holds', 'something else'])
      expect(judge(run(...green, of('b.test.ts', other, 'failed', 'AssertionError: x')), { tests }).verdict).toBe(
        'survived',
      )
    expect(judge(run(of('b.test.ts', 'holds', 'passed')), { tests }).verdict).toBe('broken')
  })

  it('is tried only after its tests were green without it', () => {
    const tests = [{ file: 'a.test.ts', test: 'holds' }]
    expect(notGreen(run(result('passed')), tests)).toEqual([])
    expect(notGreen(run(result('failed', 'why')), tests)).toEqual(['a.test.ts › holds\nwhy'])
    expect(notGreen(run(result('skipped')), tests)).toHaveLength(1)
    expect(notGreen(run(result('passed'), result('failed', 'a hook', '')), tests)).toHaveLength(1)
  })
})
