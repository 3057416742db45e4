/** @typedef {import('../lib/workspaces.mjs').Workspace} Workspace */

const KINDS = /** @type {const} */ (['dependencies', 'devDependencies'])

/** Examples that need the shared parts beside them: create-galla makes shops of them, which are tried in their place. */
const TEMPLATES = new Set(['express', 'fastify', 'hono', 'nest', 'next', 'node-http'].map((name) => `examples/${name}`))

/**
 * The packages that a release publishes, with the names that npm gives their tarballs, and the examples that are tried with them: those that stand alone.
 * @param {readonly Workspace[]} workspaces
 * @returns {{ version: string, packages: { name: string, folder: string, tarball: string }[], examples: Workspace[] }}
 * @throws Error when the release would not have one version, or an example needs a package of ours that is not published.
 */
export function planRelease(workspaces) {
  const published = workspaces.filter(({ manifest }) => !manifest.private)
  const version = oneVersion(published)
  const examples = workspaces.filter(({ folder }) => folder.startsWith('examples/'))
  const standing = examples.filter(({ folder }) => !TEMPLATES.has(folder))
  const notPublished = workspaces.filter(({ manifest }) => manifest.private).map(({ manifest }) => manifest.name)
  for (const { folder, manifest } of examples) {
    const name = KINDS.flatMap((kind) => Object.keys(manifest[kind] ?? {})).find((one) => notPublished.includes(one))
    if (name) throw new Error(`${folder} needs ${name}, which is private: nobody could install the example`)
  }
  return {
    version,
    packages: published.map(({ folder, manifest: { name } }) => ({ name, folder, tarball: tarballOf(name, version) })),
    examples: standing,
  }
}

/** The file name that `npm pack` chooses. */
export const tarballOf = (name, version) => `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`

function oneVersion(published) {
  const versions = [...new Set(published.map(({ manifest }) => manifest.version))]
  if (versions.length === 1) return versions[0]
  throw new Error(`packages that are released together have the versions ${versions.join(', ')}`)
}

/**
 * A manifest with a version of our packages: exact in dependencies; peers accept each release from this one on, below 1.0.
 * `scripts/architecture/manifests.ts` holds the rule.
 */
export function withVersions(manifest, ours, version) {
  const ranges = { dependencies: version, devDependencies: version, peerDependencies: `>=${version} <1` }
  const changed = Object.entries(ranges)
    .filter(([kind]) => manifest[kind])
    .map(([kind, range]) => [kind, mapValues(manifest[kind], (name, old) => (ours.has(name) ? range : old))])
  return { ...manifest, ...Object.fromEntries(changed) }
}

/** The `Chart.yaml` of the Helm chart with the version of the release. */
export const withChartVersion = (chart, version) => chart.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`)

/**
 * The manifest of an example that installs our packages from tarballs, also those that its dependencies need.
 * @param {{ readonly [name: string]: string }} tarballs path by name
 */
export function withTarballs(manifest, tarballs) {
  const changed = KINDS.filter((kind) => manifest[kind]).map((kind) => [
    kind,
    mapValues(manifest[kind], (name, version) => (tarballs[name] ? `file:${tarballs[name]}` : version)),
  ])
  const needed = new Set(KINDS.flatMap((kind) => Object.keys(manifest[kind] ?? {})))
  const others = Object.entries(tarballs).filter(([name]) => !needed.has(name))
  const overrides = Object.fromEntries(others.map(([name, path]) => [name, `file:${path}`]))
  return { ...manifest, ...Object.fromEntries(changed), overrides }
}

const mapValues = (object, to) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, to(name, value)]))
