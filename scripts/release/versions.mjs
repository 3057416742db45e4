import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'

const GROUPS = ['packages', 'apps', 'examples']

/**
 * Applies the changesets of a work tree: versions, changelogs, and the versions of our packages in every other package.json.
 * @param {string} tree A folder with the repository.
 * @returns {Promise<{ version: string, previous: string, packages: { name: string, folder: string, changelog: string }[] }>}
 * @throws Error when the release would not have one version, or would reach 1.0.0 though no changeset asks for a major step.
 */
export async function applyVersions(tree) {
  const wantsMajor = readdirSync(join(tree, '.changeset')).some(
    (name) =>
      /\.md$/.test(name) && /^['"]?[\w@/-]+['"]?: major$/m.test(readFileSync(join(tree, '.changeset', name), 'utf8')),
  )
  const previous = oneVersion(publishedIn(tree))
  const { ok, output } = await node([at('node_modules/@changesets/cli/bin.js'), 'version'], { cwd: tree })
  if (!ok) throw new Error(`changeset version failed:\n${output}`)

  const published = publishedIn(tree)
  const version = oneVersion(published)
  if (majorOf(version) > majorOf(previous) && !wantsMajor)
    throw new Error(`the release would be ${version} after ${previous}, but no changeset asks for a major step`)
  const ours = new Set(published.map(({ manifest }) => manifest.name))
  for (const { path, manifest } of manifestsIn(tree)) write(path, withVersions(manifest, ours, version))
  return {
    version,
    previous,
    packages: published.map(({ folder, manifest }) => ({
      name: manifest.name,
      folder,
      changelog: readIfThere(join(tree, folder, 'CHANGELOG.md')),
    })),
  }
}

function manifestsIn(tree) {
  const folders = GROUPS.flatMap((group) => readdirSync(join(tree, group)).map((name) => `${group}/${name}`))
  return [...folders, 'bench']
    .map((folder) => ({ folder, path: join(tree, folder, 'package.json') }))
    .filter(({ path }) => existsSync(path))
    .map((found) => ({ ...found, manifest: JSON.parse(readFileSync(found.path, 'utf8')) }))
}

const publishedIn = (tree) => manifestsIn(tree).filter(({ manifest }) => !manifest.private)

function oneVersion(published) {
  const versions = [...new Set(published.map(({ manifest }) => manifest.version))]
  if (versions.length === 1) return versions[0]
  throw new Error(`packages that are released together have the versions ${versions.join(', ')}`)
}

/** Exact in dependencies; peers accept each release from this one on, below 1.0. `scripts/architecture/manifests.ts` holds the rule. */
function withVersions(manifest, ours, version) {
  for (const [kind, range] of [
    ['dependencies', version],
    ['devDependencies', version],
    ['peerDependencies', `>=${version} <1`],
  ])
    for (const name of Object.keys(manifest[kind] ?? {})) if (ours.has(name)) manifest[kind][name] = range
  return manifest
}

const majorOf = (version) => Number(version.split('.')[0])
const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const write = (path, manifest) => writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
