import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Other people's software, which tests run and this repository never contains. `GALLA_PUBLIC_SOURCES` names a folder
 * with one entry a repository: `owner+name` is a work tree, a git directory, or a folder whose `repo` is one of them.
 * @param repository `owner/name` on GitHub
 * @param commit checked out when the entry has a git directory
 * @param into a folder that gets a copy of the files
 * @param folder only this folder of the repository
 * @returns why there is none
 */
export function copyPublicSource(repository: string, commit: string, into: string, folder = ''): string | undefined {
  const sources = process.env.GALLA_PUBLIC_SOURCES
  if (!sources) return `GALLA_PUBLIC_SOURCES names no folder with ${repository}`
  const entry = join(sources, repository.replace('/', '+'))
  const found = [join(entry, 'repo'), entry].find((path) => existsSync(path))
  if (found === undefined) return `there is no ${entry}`
  mkdirSync(into, { recursive: true })
  const git = [join(found, '.git'), found].find((path) => existsSync(join(path, 'HEAD')))
  if (git === undefined)
    cpSync(join(found, folder), into, { recursive: true, filter: (path) => !path.includes('node_modules') })
  else {
    const archive = ['--git-dir', git, 'archive', `${commit}:${folder}`]
    execFileSync('tar', ['-xf', '-', '-C', into], { input: execFileSync('git', archive, { maxBuffer: 1e9 }) })
  }
  return undefined
}
