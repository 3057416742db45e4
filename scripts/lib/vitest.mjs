import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { at, cache, root } from './paths.mjs'

/**
 * @typedef {object} TestSummary
 * @property {number} passed
 * @property {number} failed
 * @property {{ name: string, reason: string }[]} skipped
 * @property {{ project: string, file: string }[]} files that ran
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
  const child = spawn(process.execPath, [at('node_modules/vitest/vitest.mjs'), 'run', ...args], {
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
  return { ...summary, failed: code === 0 ? summary.failed : Math.max(summary.failed, 1) }
}

/** @returns {TestSummary} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: [], files: [] }
  }
}
