import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { at, cache, root } from './paths.mjs'
import { node } from './run.mjs'

/**
 * Runs vitest projects and counts by its own JSON report: what is printed can be cut off or coloured, the report cannot.
 * A run that ends badly without a failed test (a crash, an unhandled rejection, no report at all) counts as one failure.
 */
export async function runVitest(projects, { env } = {}) {
  mkdirSync(cache, { recursive: true })
  const reportFile = join(cache, `tests-${projects.join('-')}.json`)
  rmSync(reportFile, { force: true })
  const { ok, output } = await node(
    [
      at('node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      '--reporter=dot',
    ],
    // CI: a snapshot that is missing or differs is a failure, never written on the way.
    { env: { CI: '1', NO_COLOR: '1', ...env } },
  )
  const report = read(reportFile)
  const passed = report?.numPassedTests ?? 0
  const failed = (report?.numFailedTests ?? 0) + brokenFiles(report)
  const skipped = tests(report).filter(({ status }) => status === 'pending' || status === 'skipped')
  return {
    ok,
    output,
    passed,
    failed: ok ? failed : Math.max(failed, 1),
    skipped: skipped.map(({ fullName }) => fullName),
  }
}

/** Files that did not even load have no failed test in them. */
const brokenFiles = (report) =>
  (report?.testResults ?? []).filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length

const tests = (report) =>
  (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, fullName: `${relative(root, name)} › ${test.fullName}` })),
  )

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
