import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './paths.mjs'
import { npm } from './run.mjs'

const { arch } = process
const platform = process.platform === 'win32' ? 'win' : process.platform
const exe = platform === 'win' ? '.exe' : ''

/** Path of a Node of this major version: the running one, or one from npm (about 185 MB, some seconds, once). */
export async function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  return fetched(`node-${platform}-${arch}`, major, `bin/node${exe}`)
}

export const bun = () =>
  fetched(
    `@oven/bun-${platform === 'win' ? 'windows' : platform}-${arch === 'arm64' ? 'aarch64' : arch}`,
    '1',
    `bin/bun${exe}`,
  )

export const deno = () =>
  fetched(
    `@deno/${platform === 'win' ? 'win32' : platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`,
    '2',
    `deno${exe}`,
  )

/** Runtimes are stored in `.cache`, not as dependencies: only the packaging tests need them. */
async function fetched(name, version, binary) {
  const home = join(cache, 'runtimes', `${name.replace(/\W+/g, '-')}-${version}`)
  const path = join(home, 'node_modules', name, binary)
  if (existsSync(path)) return path

  // Beside, then renamed: an interrupted run leaves no half of a runtime.
  const unfinished = `${home}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  writeFileSync(join(unfinished, 'package.json'), '{ "private": true }')
  const { ok, output } = await npm(
    ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', `${name}@${version}`],
    { cwd: unfinished },
  )
  if (!ok) throw new Error(`${name}@${version} could not be installed from npm:\n${output}`)
  rmSync(home, { recursive: true, force: true })
  renameSync(unfinished, home)
  return path
}
