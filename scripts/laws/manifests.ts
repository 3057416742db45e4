import type { Breach } from './breach.ts'

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

/** What package.json files must say, so that what is packed works where it is installed. */
export function manifests(found: readonly { file: string; manifest: Manifest }[]): Breach[] {
  const all = new Map(found.map(({ manifest }) => [manifest.name, manifest]))
  return found.flatMap(({ file, manifest }) => {
    const breach = (what: string, rule: string, way: string): Breach => ({ file, found: what, rule, way })
    const { dependencies = {}, devDependencies = {} } = manifest
    const breaches: Breach[] = []

    for (const name of Object.keys(dependencies)) {
      if (!manifest.private && all.get(name)?.private) {
        const rule = 'a private room travels inside what is published, as a devDependency that is bundled'
        breaches.push(breach(`dependency on ${name}`, rule, 'move it to devDependencies'))
      }
      if (manifest.name === '@galla/sdk') {
        breaches.push(
          breach(`dependency on ${name}`, 'the sdk has no runtime dependency', 'write it, or make it an optional peer'),
        )
      }
    }
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const ours = all.get(name)
      if (ours ? version === ours.version : /^(?:npm:.+@)?\d+\.\d+\.\d+[\w.-]*$/.test(version)) continue
      const way = ours
        ? `write ${ours.version}, the version that the room has`
        : 'write the exact version that was tested'
      breaches.push(breach(`${name}: ${version}`, 'versions are exact, and ours are those of the house', way))
    }
    if (!manifest.private && !manifest.engines?.node) {
      breaches.push(
        breach('no engines.node', 'what is published says which Node it needs', 'add "engines": { "node": ">=20.19" }'),
      )
    }
    return breaches
  })
}
