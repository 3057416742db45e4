import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import readChangesets from '@changesets/read'
import { at } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'
import { workspacesIn } from '../lib/workspaces.mjs'
import { changelogWith, pendingEntries } from './changelog.mjs'
import { planRelease, withChartVersion, withVersions } from './plan.mjs'

const CHANGELOG = 'CHANGELOG.md'
const HELM_CHART = 'docs/deploy/helm/Chart.yaml'

/**
 * Applies the changesets of a work tree: versions, changelogs, and the version in every other package.json and in the Helm chart.
 * @param {string} tree A folder with the repository.
 * @returns {Promise<ReturnType<typeof planRelease> & { previous: string, changelogs: { [name: string]: string } }>}
 * @throws Error when the release would not have one version, or would reach 1.0.0 though no changeset asks for a major step.
 */
export async function applyVersions(tree) {
  const changesets = await readChangesets(tree)
  const entries = pendingEntries(changesets)
  const wantsMajor = changesets.some(({ releases }) => releases.some(({ type }) => type === 'major'))
  const previous = planRelease(workspacesIn(tree)).version
  const { ok, output } = await node([at('node_modules/@changesets/cli/bin.js'), 'version'], { cwd: tree })
  if (!ok) throw new Error(`changeset version failed:\n${output}`)

  const { version, packages } = planRelease(workspacesIn(tree))
  if (majorOf(version) > majorOf(previous) && !wantsMajor)
    throw new Error(`the release would be ${version} after ${previous}, but no changeset asks for a major step`)
  const ours = new Set(packages.map(({ name }) => name))
  changeManifests(tree, (manifest) => withVersions(manifest, ours, version))
  const chart = join(tree, HELM_CHART)
  writeFileSync(chart, withChartVersion(readFileSync(chart, 'utf8'), version))
  if (changesets.length > 0)
    for (const { name, folder } of packages) {
      const path = join(tree, folder, CHANGELOG)
      writeFileSync(path, changelogWith(readIfThere(path), name, version, entries[name]))
    }
  return { ...planRelease(workspacesIn(tree)), previous, changelogs: changelogsIn(tree) }
}

/**
 * The changelogs of the published packages of a work tree, by name. Empty before the first release.
 * @returns {{ [name: string]: string }}
 */
export const changelogsIn = (tree) =>
  Object.fromEntries(
    planRelease(workspacesIn(tree)).packages.map(({ name, folder }) => [
      name,
      readIfThere(join(tree, folder, CHANGELOG)),
    ]),
  )

/**
 * Writes each package.json of a work tree again.
 * @param {string} tree
 * @param {(manifest: any, folder: string) => object} change
 */
export function changeManifests(tree, change) {
  for (const { folder, manifest } of workspacesIn(tree))
    writeFileSync(join(tree, folder, 'package.json'), `${JSON.stringify(change(manifest, folder), null, 2)}\n`)
}

const majorOf = (version) => Number(version.split('.')[0])
const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
