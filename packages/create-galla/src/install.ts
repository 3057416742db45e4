import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Choices } from './choices.ts'
import { findTarballs, type Tarballs } from './galla-packages.ts'
import type { Ended, RunProgram } from './run-program.ts'
import { UsageError } from './usage-error.ts'

/** The tarballs that a project needs, of a folder that a person names. */
export function tarballsFor(folder: string | undefined, needed: readonly string[]): Tarballs {
  if (folder === undefined) return {}
  if (!existsSync(folder)) throw new UsageError(`--packages names ${folder}, which does not exist.`)
  const found = findTarballs(folder)
  const missing = needed.filter((name) => !found[name])
  if (missing.length > 0) throw new UsageError(`${folder} has no tarball of ${missing.join(', ')}.`)
  return Object.fromEntries(needed.map((name) => [name, found[name] ?? '']))
}

/** Installs the packages of a project. */
export function install(folder: string, { packageManager }: Choices, run: RunProgram): Promise<Ended> {
  const quiet = packageManager === 'npm' ? ['--no-audit', '--no-fund'] : []
  return run(packageManager, ['install', ...quiet], folder)
}

/** Creates a git repository, unless the folder has one or is in one. */
export async function createRepository(folder: string, run: RunProgram): Promise<boolean> {
  for (let path = folder; basename(path) !== ''; path = join(path, '..'))
    if (existsSync(join(path, '.git'))) return false
  return (await run('git', ['init', '--quiet'], folder)) === 'done'
}
