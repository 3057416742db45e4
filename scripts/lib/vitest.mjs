import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { at, cache, root } from './paths.mjs'
import { node } from './run.mjs'

const vitest = at('node_modules/vitest/vitest.mjs')

/**
 * @typedef {object} TestSummary
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures each with its test, message and places
 * @property {{ file: string, reason: string }[]} skipped an entry for each test
 * @property {{ project: string, file: string, durationMs: number }[]} files that ran
 */

/**
 * Runs vitest projects; progress and failures are printed while they happen.
 * A run that ends badly without a failed test (a crash, an unhandled rejection, no summary at all) counts as one failure.
 * @param {readonly string[]} projects
 * @param {NodeJS.ProcessEnv} env added to the environment
 * @param {readonly string[]} options of vitest's command line
 */
export async function runVitest(projects, env = {}, options = []) {
  const summaryFile = join(cache, 'test-summary.json')
  rmSync(summaryFile, { force: true })
  const reporter = `--reporter=${at('scripts/lib/test-reporter.mjs')}`
  const args = [...projects.flatMap((name) => ['--project', name]), reporter, ...options]
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    // CI: a snapshot that is missing or differs is a failure and is never written.
    env: { ...process.env, CI: '1', NO_COLOR: '1', ...env, GALLA_TEST_SUMMARY: summaryFile },
    stdio: 'inherit',
  })
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  const summary = read(summaryFile)
  keepDurations(summary.files)
  if (code === 0 || summary.failed > 0) return summary
  return { ...summary, failed: 1, failures: [`vitest ended with code ${code}, and no test failed`] }
}

/**
 * Relative paths of the test files of a project that import, however deep, a file that differs from a commit.
 * @param {string} project
 * @param {string} base
 * @param {NodeJS.ProcessEnv} env added to the environment
 */
export async function affectedTests(project, base, env = {}) {
  const listed = join(cache, 'affected-tests.json')
  const args = [vitest, 'list', '--filesOnly', `--json=${listed}`, '--project', project, '--changed', base]
  const { ok, output } = await node(args, { env })
  if (!ok) throw new Error(`vitest did not list the tests of ${project}:\n${output}`)
  /** @type {{ file: string }[]} */
  const files = JSON.parse(readFileSync(listed, 'utf8'))
  return files.map(({ file }) => relative(root, file))
}

const durationsFile = join(cache, 'test-durations.json')

/** @returns {Record<string, number>} how long each test file took when it last ran here, in milliseconds */
export function readDurations() {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8'))
  } catch {
    return {}
  }
}

function keepDurations(files) {
  const latest = Object.fromEntries(files.map(({ file, durationMs }) => [file, durationMs]))
  if (files.length > 0) writeFileSync(durationsFile, JSON.stringify({ ...readDurations(), ...latest }, null, 2))
}

/** @returns {TestSummary} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, failures: ['vitest ended without a summary'], skipped: [], files: [] }
  }
}
