import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { at, cache, root } from './paths.mjs'

/**
 * Runs vitest projects; Vitest prints progress, failures and what is skipped.
 * @param {readonly string[]} projects
 * @param {NodeJS.ProcessEnv} env added to the environment
 * @param {readonly string[]} options of vitest's command line
 * @returns {Promise<{ passed: number, failures: string[] }>}
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
  const [code] = await once(child, 'close')
  const tests = testsOf(report)
  const failures = tests
    .filter(({ status }) => status === 'failed')
    .map(({ file, title }) => `${relative(root, file)} › ${title}`)
  // A crash, an unhandled rejection, a hook, a file that does not load.
  if (code !== 0 && failures.length === 0) failures.push(`vitest ended with code ${code}, and no test failed`)
  return { passed: tests.filter(({ status }) => status === 'passed').length, failures }
}

/**
 * The tests of a JSON report of Vitest; none without a report. A file that does not load, or a hook of it, is a failure without a title.
 * @param {string} report path
 * @returns {{ file: string, title: string, status: string, message: string }[]} `file`: absolute; `message`: of the failure, empty when it passed
 */
export function testsOf(report) {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => [
    ...assertionResults.map(({ fullName: title, status, failureMessages }) => ({
      file,
      title,
      status,
      message: failureMessages.join('\n'),
    })),
    ...(status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
      ? [{ file, title: '', status, message }]
      : []),
  ])
}
