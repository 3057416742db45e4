import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Vitest reporter of `npm test`: a line for each test file as it ends, each failure at once and in full, and a summary as
 * JSON in the file that `GALLA_TEST_SUMMARY` names. What is printed can be cut off or coloured, the file cannot.
 */
export default class TestReporter {
  #total = 0
  #done = 0
  /** @type {import('./vitest.mjs').TestSummary} */
  #summary = { passed: 0, failed: 0, failures: [], skipped: [], files: [] }

  onTestRunStart(specifications) {
    this.#total = specifications.length
    const projects = [...new Set(specifications.map(({ project }) => project.name))]
    console.log(`${this.#total} test files: ${projects.join(', ')}`)
  }

  onTestCaseResult(test) {
    const { state, errors = [], note } = test.result()
    const name = `${test.module.relativeModuleId} › ${test.fullName}`
    if (state === 'passed') this.#summary.passed += 1
    if (state === 'skipped') {
      this.#summary.skipped.push({ file: test.module.relativeModuleId, reason: note ?? reasonOf(test) })
    }
    if (state === 'failed') this.#fail(name, errors)
  }

  onTestModuleEnd(module) {
    const { project, relativeModuleId, children } = module
    const { duration, collectDuration } = module.diagnostic()
    const tests = [...children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed').length
    // A file that does not load, or a hook of a suite, fails without a failed test.
    const errors = [module, ...children.allSuites()].flatMap((suite) => suite.errors())
    if (errors.length > 0) this.#fail(relativeModuleId, errors)
    this.#done += 1
    const durationMs = Math.round(duration + collectDuration)
    this.#summary.files.push({ project: project.name, file: relativeModuleId, durationMs })
    const count = `[${String(this.#done).padStart(String(this.#total).length)}/${this.#total}]`
    const seconds = (durationMs / 1000).toFixed(1).padStart(6)
    const result = failed + errors.length > 0 ? `✗ ${failed} of ${tests.length} failed` : `✓ ${tests.length}`
    console.log(`${count} ${seconds} s  ${project.name.padEnd(11)} ${relativeModuleId}  ${result}`)
  }

  onTestRunEnd(_modules, unhandledErrors) {
    for (const [name, errors] of groupByMessage(unhandledErrors)) this.#fail(`${errors.length} × ${name}`, [errors[0]])
    const { GALLA_TEST_SUMMARY: file } = process.env
    if (!file) return
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(this.#summary, null, 2))
  }

  #fail(name, errors) {
    const failure = describeFailure(name, errors)
    this.#summary.failed += 1
    this.#summary.failures.push(failure)
    console.log(`\n${failure}\n`)
  }
}

function describeFailure(name, errors) {
  const lines = [`✗ ${name}`]
  for (const { message, diff, stacks = [], stack = '' } of errors) {
    const places = stacks.map(
      ({ file, line, column, method }) => `  at ${method || '<anonymous>'} ${file}:${line}:${column}`,
    )
    lines.push(...[message, diff, ...(places.length > 0 ? places : [ownFrames(stack)])].filter(Boolean))
  }
  return lines.join('\n')
}

/** Calls that were not waited for fail by the dozen, and would push the other failures out of the end of a log. */
function groupByMessage(unhandledErrors) {
  const groups = new Map()
  for (const error of unhandledErrors) {
    const name = `unhandled error while ${error.VITEST_TEST_PATH ?? 'no test'} ran`
    const key = `${name}: ${error.message}`
    groups.set(key, { name, errors: [...(groups.get(key)?.errors ?? []), error] })
  }
  return [...groups.values()].map(({ name, errors }) => [name, errors])
}

const ownFrames = (stack) =>
  stack
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .join('\n')

/** `ctx.skip(note)` has a note; of `skip`, `skipIf` and `runIf` only the place is known. */
function reasonOf({ options, parent }) {
  if (options.mode === 'todo') return 'not written yet'
  for (let suite = parent; suite.type === 'suite'; suite = suite.parent) {
    if (suite.errors().length > 0) return `a hook of "${suite.fullName}" failed`
    if (suite.options.mode === 'skip') return `"${suite.fullName}" is skipped on this machine`
  }
  return 'its file skips it on this machine'
}
