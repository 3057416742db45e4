import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ folder: string, manifest: { name: string, version: string, private?: boolean, [field: string]: any } }} Workspace */

/**
 * The npm packages of a work tree, by `workspaces` of its package.json. A folder without a package.json is no package.
 * @param {string} tree A folder with the repository.
 * @returns {Workspace[]} `folder` is relative to the tree: `packages/sdk`
 */
export function workspacesIn(tree) {
  const manifestOf = (folder) => JSON.parse(readFileSync(join(tree, folder, 'package.json'), 'utf8'))
  return manifestOf('.')
    .workspaces.flatMap((pattern) => foldersOf(tree, pattern))
    .filter((folder) => existsSync(join(tree, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: manifestOf(folder) }))
}

/** A pattern is a folder, or `group/*`. */
function foldersOf(tree, pattern) {
  if (!pattern.endsWith('/*')) return [pattern]
  const group = pattern.slice(0, -2)
  return readdirSync(join(tree, group)).map((name) => `${group}/${name}`)
}
