import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { at, root } from './paths.mjs'
import { isSlow, patternsWithoutFile } from './slow-tests.mjs'

/**
 * Test files of the repository that no project or more than one project ran, and patterns of slow tests without a file.
 * @param {readonly { project: string, file: string }[]} ran
 * @param {{ isWhole: boolean }} run `isWhole` is false when slow tests and packaging tests were left out
 */
export async function misplacedTests(ran, { isWhole }) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  const files = listed
    .toString('utf8')
    .split('\0')
    .filter((path) => /\.test\.tsx?$/.test(path) && existsSync(at(path)))
  const isLeftOut = (file) => !isWhole && (file.startsWith('scripts/packaging/') || isSlow(file))
  const due = files.filter((file) => !isLeftOut(file))
  const wrong = due.flatMap((file) => {
    const projects = ran.filter((one) => one.file === file).map(({ project }) => project)
    if (projects.length === 1) return []
    return [`${file}: ${projects.length === 0 ? 'no project of vitest.config.ts ran it' : projects.join(' and ')}`]
  })
  const stale = patternsWithoutFile(files)
  return {
    ok: wrong.length + stale.length === 0,
    output: [...wrong, ...stale.map((pattern) => `scripts/lib/slow-tests.mjs: ${pattern} matches no file`)].join('\n'),
    note: `${due.length} of ${files.length} files`,
  }
}
