import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './paths.mjs'

/** Names of tests, and of what git ignores: an example that runs writes into its own folder. */
const SKIPPED = new Set([
  ...['node_modules', 'dist', 'assets', '.cache', 'test', '.git'],
  ...['.next', 'next-env.d.ts', 'data', '__pycache__'],
])
const TEST = /\.test\.tsx?$/

/** Files below a path in a fixed order. A folder that is named itself is read even if its name is skipped elsewhere. */
function filesUnder(path) {
  if (!statSync(path, { throwIfNoEntry: false })) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name) && !TEST.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)))
}

/** One hash over the names and contents of files and of all files below folders, tests and build output excluded. */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesUnder))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
