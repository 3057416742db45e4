import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './paths.mjs'
import { run } from './run.mjs'

const platform = process.platform === 'win32' ? 'win' : process.platform

/**
 * Path of a Node of this major version: the running one, or one from npm, fetched once (about 185 MB, some seconds).
 * It lives in the cache, not among the dependencies: nobody but the matrix needs it.
 */
export async function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const name = `node-${platform}-${process.arch}`
  const home = join(cache, 'runtimes', `node-${major}`)
  const binary = join(home, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary

  // Beside, then renamed: a run that was cut off leaves no half of a runtime behind.
  const coming = `${home}.${process.pid}`
  mkdirSync(coming, { recursive: true })
  writeFileSync(join(coming, 'package.json'), '{ "private": true }')
  const { ok, output } = await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', `${name}@${major}`],
    { cwd: coming },
  )
  if (!ok) throw new Error(`Node ${major} could not be fetched as ${name}@${major} from npm:\n${output}`)
  rmSync(home, { recursive: true, force: true })
  renameSync(coming, home)
  return binary
}
