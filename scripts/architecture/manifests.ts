import type { Violation } from './violation.ts'

export interface Manifest {
  name: string
  version: string
  private?: boolean
  engines?: { node?: string }
  keywords?: string[]
  sideEffects?: boolean | string[]
  homepage?: string
  bugs?: string
  repository?: object
  dependencies?: Versions
  optionalDependencies?: Versions
  devDependencies?: Versions
  peerDependencies?: Versions
}

type Versions = { [name: string]: string }

/** A shop takes a security fix without a release of ours, and npm installs one copy beside the shop's own. */
const CARET = /^\^\d+\.\d+\.\d+$/
/** The version that was tested, also behind an alias. */
const EXACT = /^(?:npm:.+@)?\d+\.\d+\.\d+[\w.-]*$/

/** Peers of ours: from the release on, up to 1.0. An exact version or a caret would make each release a major one. */
const peerRange = (version: string) => `>=${version} <1`

/** Rules for package.json files, so that a packed package works where it is installed. */
export function manifests(found: readonly { file: string; manifest: Manifest }[]): Violation[] {
  const all = new Map(found.map(({ manifest }) => [manifest.name, manifest]))
  return found.flatMap(({ file, manifest }) => {
    const { dependencies = {} } = manifest
    const violations: Violation[] = []
    const report = (what: string, rule: string, fix: string) => violations.push({ file, found: what, rule, fix })

    for (const name of Object.keys(dependencies)) {
      if (!manifest.private && all.get(name)?.private) {
        const rule = 'a published package bundles a private one, as a devDependency'
        report(`dependency on ${name}`, rule, 'move it to devDependencies')
      }
      if (manifest.name === '@galla/sdk') {
        const rule = 'the sdk has no runtime dependency'
        report(`dependency on ${name}`, rule, 'write it in the sdk, or make it an optional peer')
      }
    }
    for (const [name, range] of Object.entries(manifest.peerDependencies ?? {})) {
      const ours = all.get(name)
      if (!ours || range === peerRange(ours.version)) continue
      const rule = 'a peer of ours may have each version from this release on, below 1.0'
      report(`peer ${name}: ${range}`, rule, `write ${peerRange(ours.version)}`)
    }
    violations.push(...versionsIn(file, manifest, all))
    if (!manifest.private && !manifest.engines?.node) {
      const rule = 'a published package names the Node version that it needs'
      report('no engines.node', rule, 'add "engines": { "node": ">=20.19" }')
    }
    violations.push(...addressesIn(file, manifest))
    if (!manifest.private) violations.push(...described(file, manifest))
    return violations
  })
}

function versionsIn(file: string, manifest: Manifest, all: ReadonlyMap<string, Manifest>): Violation[] {
  const { dependencies = {}, optionalDependencies = {}, devDependencies = {} } = manifest
  const inRange = manifest.private ? {} : dependencies
  const exact = { ...(manifest.private && dependencies), ...optionalDependencies, ...devDependencies }
  const unlike = (versions: Versions, form: RegExp, rule: string, fix: string): Violation[] =>
    Object.entries(versions).flatMap(([name, version]) => {
      const ours = all.get(name)
      if (ours ? version === ours.version : form.test(version)) return []
      const found = `${name}: ${version}`
      return [{ file, found, rule, fix: ours ? `write ${ours.version}, the version of the package` : fix }]
    })
  return [
    ...unlike(
      inRange,
      CARET,
      'a shop gets fixes of what a published package depends on',
      'write ^ and the lowest version',
    ),
    ...unlike(
      exact,
      EXACT,
      'tools, binaries and what is private have exact versions',
      'write the version that was tested',
    ),
  ]
}

/** The publication writes them, from the one place where the owner of the project sets them. */
const addressesIn = (file: string, manifest: Manifest): Violation[] =>
  (['homepage', 'bugs', 'repository'] as const)
    .filter((name) => manifest[name] !== undefined)
    .map((name) => ({
      file,
      found: name,
      rule: 'a manifest names no address: scripts/release/addresses.mjs adds those of packages/contract/src/addresses.json',
      fix: `remove ${name}`,
    }))

/** Checks that a manifest has the fields that a registry shows and a bundler needs. */
function described(file: string, manifest: Manifest): Violation[] {
  const missing = [
    ...(manifest.keywords?.length ? [] : ['keywords']),
    ...(manifest.sideEffects === undefined ? ['sideEffects'] : []),
  ]
  return missing.map((name) => ({
    file,
    found: `${name} is missing`,
    rule: 'a published package describes itself',
    fix: `set ${name} as the other packages do`,
  }))
}
