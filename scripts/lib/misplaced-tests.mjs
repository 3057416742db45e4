import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { at, root } from './paths.mjs'

/**
 * Test files of the repository that no project or more than one project ran.
 * @param {readonly { project: string, file: string }[]} ran
 */
export async function misplacedTests(ran) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  const files = listed
    .toString('utf8')
    .split('\0')
    .filter((path) => /\.test\.tsx?$/.test(path) && existsSync(at(path)))
  const wrong = files.flatMap((file) => {
    const projects = ran.filter((one) => one.file === file).map(({ project }) => project)
    if (projects.length === 1) return []
    return [`${file}: ${projects.length === 0 ? 'no project of vitest.config.ts includes it' : projects.join(' and ')}`]
  })
  return { ok: wrong.length === 0, output: wrong.join('\n'), note: `${files.length} files` }
}
