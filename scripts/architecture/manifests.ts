import type { Violation } from './violation.ts'

export interface Manifest {
  name: string
  version: string
  private?: boolean
  engines?: { node?: string }
  dependencies?: Versions
  devDependencies?: Versions
  peerDependencies?: Versions
}

type Versions = { [name: string]: string }

/** Rules for package.json files, so that a packed package works where it is installed. */
export function manifests(found: readonly { file: string; manifest: Manifest }[]): Violation[] {
  const all = new Map(found.map(({ manifest }) => [manifest.name, manifest]))
  return found.flatMap(({ file, manifest }) => {
    const { dependencies = {}, devDependencies = {} } = manifest
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
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const ours = all.get(name)
      if (ours ? version === ours.version : /^(?:npm:.+@)?\d+\.\d+\.\d+[\w.-]*$/.test(version)) continue
      const fix = ours ? `write ${ours.version}, the version of the package` : 'write the exact version that was tested'
      report(`${name}: ${version}`, 'versions are exact, and those of our own packages are current', fix)
    }
    if (!manifest.private && !manifest.engines?.node) {
      const rule = 'a published package names the Node version that it needs'
      report('no engines.node', rule, 'add "engines": { "node": ">=20.19" }')
    }
    return violations
  })
}
