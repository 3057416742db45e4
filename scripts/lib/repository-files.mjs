import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { at, root } from './paths.mjs'

/** Every file that git tracks or would add, relative to the repository, with forward slashes. */
export const repositoryFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '' && existsSync(at(path)))
