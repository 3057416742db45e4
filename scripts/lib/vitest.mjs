import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { at, cache, root } from './paths.mjs'

/**
 * Runs vitest projects; Vitest prints progress and failures. A run that ends badly without a failed test (a crash, an unhandled rejection, no
 * report at all) counts as one failure.
 * @param {readonly string[]} projects
 * @param {NodeJS.ProcessEnv} env added to the environment
 * @param {readonly string[]} options of vitest's command line
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>}
 */
export async function runVitest(projects, env = {}, options = []) {
  const report = join(cache, 'test-report.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', ...projects.flatMap((name) => ['--project', name]), ...reporters, ...options]
  const child = spawn(process.execPath, [at('node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    // CI: a snapshot that is missing or differs is a failure and is never written.
    env: { ...process.env, CI: '1', NO_COLOR: '1', ...env },
    stdio: 'inherit',
  })
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  const { passed, skipped, failures } = read(report)
  for (const [file, count] of skipped) console.log(`skipped: ${count} of ${file}`)
  if (code !== 0 && failures.length === 0) failures.push(`vitest ended with code ${code}, and no test failed`)
  return { passed, failed: failures.length, failures }
}

function read(report) {
  /** @type {{ passed: number, skipped: Map<string, number>, failures: string[] }} */
  const summary = { passed: 0, skipped: new Map(), failures: [] }
  for (const { name, status, assertionResults } of filesOf(report)) {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const passed = assertionResults.filter((test) => test.status === 'passed').length
    summary.passed += passed
    summary.failures.push(...failed.map(({ fullName }) => `${file} › ${fullName}`))
    // A file that does not load, or a hook of a suite, fails without a failed test.
    if (status === 'failed' && failed.length === 0) summary.failures.push(file)
    const skipped = assertionResults.length - failed.length - passed
    if (skipped > 0) summary.skipped.set(file, skipped)
  }
  return summary
}

/** @returns {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }[]} */
function filesOf(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    return []
  }
}
