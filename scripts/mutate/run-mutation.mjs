import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { testsOf } from '../lib/vitest.mjs'

/**
 * @typedef {import('./guards.mjs').Mutation} Mutation
 * @typedef {import('./guards.mjs').NamedTest} NamedTest
 * @typedef {object} TestResult
 * @property {string} file relative to the copy
 * @property {string} title with the names of its suites; empty where what failed is no test
 * @property {string} status
 * @property {string} message of the failure; empty when it passed
 * @typedef {{ results: TestResult[], output: string, timedOut: boolean }} Run
 */

/** A run that takes longer is ended. Milliseconds. */
const RUN_LIMIT_MS = 300_000
/** One that does not end by itself then is killed. Milliseconds. */
const KILL_DELAY_MS = 10_000

/** The error of an assertion, also within one of a property. */
const ASSERTION = /AssertionError/

/** Words of an error that says that the mutated text itself cannot run: such a mutation proves nothing. */
const NOT_RUNNABLE =
  /SyntaxError|syntax error at|Transform failed|PARSE_ERROR|ReferenceError|does not exist|there is no unique or exclusion constraint|bind message supplies|could not determine data type|operator is not unique|is of type|failed \(42/

/** Words of an error of the machine or of its PostgreSQL. */
const NO_MACHINE =
  /ECONNREFUSED|ENOSPC|no space left|too many clients|terminating connection due to administrator|did not start|the database system is/i

const TIMED_OUT = /^Error: (?:Test|Hook) timed out/

/**
 * Runs the named tests in a copy of the repository.
 * @param {string} folder the copy
 * @param {readonly NamedTest[]} tests
 * @param {{ onStart?: (child: import('node:child_process').ChildProcess) => void, limitMs?: number }} options
 * @returns {Promise<Run>}
 */
export async function runTests(folder, tests, { onStart = () => {}, limitMs = RUN_LIMIT_MS } = {}) {
  const report = join(folder, '.mutated-run.json')
  rmSync(report, { force: true })
  const names = [...new Set(tests.map(({ test }) => test))].map(escaped).join('|')
  const child = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...['unit', 'integration', 'slow', 'long'].flatMap((name) => ['--project', name]),
      ...['--reporter=json', `--outputFile=${report}`, '--testNamePattern', names],
      ...new Set(tests.map(({ file }) => file)),
    ],
    // A group of its own: an abort ends its workers and servers as well.
    { cwd: folder, env: { ...process.env, CI: '1', NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
  onStart(child)
  let timedOut = false
  const timers = [
    setTimeout(() => {
      timedOut = true
      endGroup(child)
    }, limitMs),
    // A process that computes without end handles no signal.
    setTimeout(() => endGroup(child, 'SIGKILL'), limitMs + KILL_DELAY_MS),
  ]
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  for (const timer of timers) clearTimeout(timer)
  const output = Buffer.concat(chunks).toString('utf8')
  const results = testsOf(report).map((one) => ({ ...one, file: relative(folder, one.file) }))
  // An unhandled rejection, a crash.
  if (code !== 0 && results.every(({ status }) => status !== 'failed'))
    results.push({ file: '', title: '', status: 'failed', message: output })
  return { results, output, timedOut }
}

/**
 * @param {Pick<import('node:child_process').ChildProcess, 'pid'>} child
 * @param {NodeJS.Signals} [signal]
 */
export function endGroup({ pid }, signal = 'SIGTERM') {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The named tests that did not pass as they must before anything is mutated, each with the reason.
 * @param {Run} run
 * @param {readonly NamedTest[]} tests
 */
export function notGreen({ results, output }, tests) {
  return tests.flatMap(({ file, test }) => {
    const found = results.filter((result) => result.file === file && result.title.includes(test))
    const failed = [...found, ...results.filter((result) => result.file === file && result.title === '')].find(
      ({ status }) => status === 'failed',
    )
    if (failed) return [`${file} › ${test}\n${failed.message}`]
    if (found.some(({ status }) => status === 'passed')) return []
    return [`${file} › ${test}\nno such test ran${results.length === 0 ? `\n${output}` : ''}`]
  })
}

/**
 * Judges the guard by the run. `red`: an assertion of a named test failed, or a named test failed with the error that the mutation names.
 * `survived`: all named tests passed. `hung`: they only reached their time limit. `broken`: they failed in another way, such as without a
 * database, or did not run.
 * @param {Run} run
 * @param {Pick<Mutation, 'tests' | 'shows'>} mutation
 * @returns {{ verdict: 'red' | 'survived' | 'broken' | 'hung', failed: number, note: string }}
 */
export function judge({ results, output, timedOut }, { tests, shows }) {
  const named = results.filter(({ file, title }) => tests.some((one) => one.file === file && title.includes(one.test)))
  // What fails outside of a test: a file that does not load, a hook, an unhandled rejection.
  const outside = results.filter(({ status, title }) => status === 'failed' && title === '')
  const failures = named.filter(({ status }) => status === 'failed')
  const telling = failures.filter(({ message }) => isTelling(message, shows))
  const [first] = [...telling, ...failures, ...outside]
  const note = firstLine(first?.message ?? '')
  const failed = failures.length
  if (telling.length > 0) return { verdict: 'red', failed, note }
  if (timedOut || failures.some(({ message }) => TIMED_OUT.test(message))) return { verdict: 'hung', failed, note }
  if (first) return { verdict: 'broken', failed, note }
  const unrun = tests.find(({ file, test }) => !named.some((one) => isPassed(one, file, test)))
  if (unrun === undefined) return { verdict: 'survived', failed, note }
  return { verdict: 'broken', failed, note: firstLine(output.trim()) || `${unrun.file} › ${unrun.test} did not run` }
}

const isPassed = ({ file, title, status }, wantedFile, text) =>
  file === wantedFile && title.includes(text) && status === 'passed'

const isTelling = (message, shows) =>
  (shows !== undefined && message.includes(shows)) ||
  (ASSERTION.test(message) && !NOT_RUNNABLE.test(message) && !NO_MACHINE.test(message))

const firstLine = (text) => {
  const [line = ''] = text.split('\n')
  return line.length > 160 ? `${line.slice(0, 160)}…` : line
}

/**
 * The contents of the files that a mutation changes, before and after.
 * @param {Mutation} mutation
 * @param {(file: string) => string} read
 * @returns {Map<string, { before: string, after: string }>}
 * @throws Error when a text does not occur exactly once
 */
export function changesOf({ name, edits }, read) {
  const changes = new Map()
  for (const { file, find, replace } of edits) {
    const { before, after } = changes.get(file) ?? { before: read(file), after: read(file) }
    const count = after.split(find).length - 1
    if (count !== 1) throw new Error(`${name}: the text occurs ${count} times in ${file}, and must occur once: ${find}`)
    changes.set(file, { before, after: after.replace(find, () => replace) })
  }
  return changes
}

/**
 * Applies a mutation to a copy, runs its tests and takes it back.
 * @param {string} folder
 * @param {Mutation} mutation
 * @param {Parameters<typeof runTests>[2]} options
 */
export async function tryMutation(folder, mutation, options) {
  const changes = changesOf(mutation, (file) => readFileSync(join(folder, file), 'utf8'))
  for (const [file, { after }] of changes) writeFileSync(join(folder, file), after)
  try {
    return judge(await runTests(folder, mutation.tests, options), mutation)
  } finally {
    for (const [file, { before }] of changes) writeFileSync(join(folder, file), before)
  }
}
