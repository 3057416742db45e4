import { join } from 'node:path'
import { hashOf } from './hash.mjs'
import { cache, root } from './paths.mjs'
import { workspacesIn } from './workspaces.mjs'

/**
 * Folder of the modules that Vitest has transformed, for the projects of one run and for later runs. Vitest finds a module by its source, and
 * forgets all modules when the lock file changes. The name of the folder follows what Vitest does not compare: `exports` and compiler options.
 * @param {string} tree A folder with the repository.
 */
export function moduleCache(tree = root) {
  const folders = ['scripts', ...workspacesIn(tree).map(({ folder }) => folder)]
  const settings = folders.flatMap((folder) => [join(folder, 'package.json'), join(folder, 'tsconfig.json')])
  const inputs = ['tsconfig.base.json', ...settings].map((path) => join(tree, path))
  return join(cache, 'modules', hashOf(inputs).slice(0, 12))
}
