import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { rowsOf, staleGuards } from '../mutate/check-guards.mjs'
import { GUARANTEES } from '../mutate/guards.mjs'
import { changesOf, endGroup, judge, notGreen } from '../mutate/run-mutation.mjs'

const read = (file: string) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined)

describe('the guards of `npm run mutate`', () => {
  it('are in the sources, are held by tests that exist, and cover every row of "What it guarantees"', () => {
    const rows = rowsOf(read('docs/guarantees.md') ?? '', 'What it guarantees')
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

function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'galla-mutate-'))
  return { path, [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }) }
}

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

  it('is not tried any more when the runner is killed', { timeout: 60_000 }, async () => {
    await using folder = temporaryFolder()
    const copy = join(folder.path, 'scripts/mutate')
    cpSync(at('scripts/mutate'), copy, { recursive: true })
    mkdirSync(join(folder.path, 'node_modules/vitest'), { recursive: true })
    // Runs without end, as a test may whose guard was taken away.
    writeFileSync(
      join(folder.path, 'node_modules/vitest/vitest.mjs'),
      `const { default: Reporter } = await import(process.argv.find((one) => one.startsWith('--reporter=')).slice(11))
new Reporter()
setInterval(() => {}, 1_000)`,
    )
    const program = `const { runTests } = await import(${JSON.stringify(join(copy, 'run-mutation.mjs'))})
await runTests(${JSON.stringify(folder.path)}, [], { onStart: ({ pid }) => console.log(pid) })`
    const runner = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 2] })
    const [pid] = await once(runner.stdout ?? process.stdin, 'data')
    const isRunning = () => {
      try {
        process.kill(Number(pid), 0)
        // Nobody may collect a process whose parent was killed.
        const state = `/proc/${Number(pid)}/stat`
        return !existsSync(state) || !readFileSync(state, 'utf8').includes(') Z')
      } catch {
        return false
      }
    }
    try {
      expect(isRunning()).toBe(true)
      runner.kill('SIGKILL')
      await expect.poll(isRunning, { timeout: 30_000 }).toBe(false)
    } finally {
      endGroup({ pid: Number(pid) }, 'SIGKILL')
    }
  })

  it('is tried only after its tests were green without it', () => {
    const tests = [{ file: 'a.test.ts', test: 'holds' }]
    expect(notGreen(run(result('passed')), tests)).toEqual([])
    expect(notGreen(run(result('failed', 'why')), tests)).toEqual(['a.test.ts › holds\nwhy'])
    expect(notGreen(run(result('skipped')), tests)).toHaveLength(1)
    expect(notGreen(run(result('passed'), result('failed', 'a hook', '')), tests)).toHaveLength(1)
  })
})
