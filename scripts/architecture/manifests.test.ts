import { existsSync, readFileSync } from 'node:fs'
import releases from 'node-releases/data/processed/envs.json' with { type: 'json' }
import schedule from 'node-releases/data/release-schedule/release-schedule.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { at } from '../lib/paths.mjs'
import { textsOf } from './files.ts'
import { type Manifest, manifests } from './manifests.ts'
import { format } from './violation.ts'

const inRepository = () =>
  textsOf(/^(?:(?:packages|apps|examples)\/[^/]+\/|bench\/)?package\.json$/).map(({ path, text }) => ({
    file: path,
    manifest: JSON.parse(text) as Manifest,
  }))

/** docs/adr/0081-node-versions.md says when it rises. The SDK, which has no dependency, keeps Node 20. */
const OLDEST_NODE = '20.19'

const versionsOfCi = (): string[] =>
  parse(readFileSync(at('.github/workflows/ci.yml'), 'utf8')).jobs.test.strategy.matrix.node

describe('package.json files', () => {
  it('keep the rules', () => expect(format(manifests(inRepository()))).toBe(''))

  it('stand beside a licence and a README', () => {
    const published = inRepository().filter(({ manifest }) => !manifest.private)
    expect(published.length).toBeGreaterThanOrEqual(6)
    const missing = published.flatMap(({ file }) =>
      ['LICENSE', 'README.md']
        .map((name) => file.replace('package.json', name))
        .filter((path) => !existsSync(at(path))),
    )
    expect(missing).toEqual([])
    for (const { file, manifest } of published) {
      const readme = readFileSync(at(file.replace('package.json', 'README.md')), 'utf8')
      expect(readme).toMatch(new RegExp(`npm install .*${manifest.name}`))
      expect(readme).toContain('\n## Go live\n')
      expect(readme).toContain('Documentation: ')
    }
  })

  it('name one oldest Node, which the builds, CI and the checklist have too', () => {
    const floors = inRepository().flatMap(({ manifest: { name, engines } }) =>
      engines?.node ? [[name, engines.node]] : [],
    )
    expect(floors.filter(([, floor]) => floor !== `>=${OLDEST_NODE}`)).toEqual([['@galla/sdk', '>=20']])
    const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as Manifest
    expect(engines?.node).toBe(`>=${OLDEST_NODE}`)
    const targets = textsOf(/\/tsdown\.config\.mjs$/).flatMap(
      ({ text }) => /target: 'node([\d.]+)'/.exec(text)?.[1] ?? [],
    )
    expect(targets.length).toBeGreaterThan(5)
    expect(new Set(targets)).toEqual(new Set([OLDEST_NODE]))
    expect(readFileSync(at('packages/create-galla/src/manifest.ts'), 'utf8')).toContain(`node: '>=${OLDEST_NODE}'`)
    expect(versionsOfCi()[0]).toBe(OLDEST_NODE)
  })

  // The lockfile is renewed every week, and knows the releases and their ends without the network.
  it('are developed on a Node that CI tests, and that was supported when the newest known one came out', () => {
    const line = readFileSync(at('.nvmrc'), 'utf8').trim()
    expect(versionsOfCi()).toContain(line)
    const newest =
      releases
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? ''
    const { lts = '', end = '' } = (schedule as Record<string, { lts?: string; end: string }>)[`v${line}`] ?? {}
    expect({ line, isSupported: lts < newest && newest < end }).toEqual({ line, isSupported: true })
  })

  // `npm ci` fails where the registry has an optional package that the lockfile lacks, and prints nothing at our log level. npm leaves out
  // what it could not read when the lockfile was written, such as binaries of other platforms.
  it('are locked with the binaries of every platform', () => {
    const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as {
      packages: { [path: string]: { optionalDependencies?: { [name: string]: string } } }
    }
    const optional = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => ({ path, name })),
    )
    expect(optional.length).toBeGreaterThan(50)
    const isLocked = ({ path, name }: { path: string; name: string }): boolean =>
      `${path}/node_modules/${name}`.replace(/^\//, '') in packages ||
      (path !== '' &&
        isLocked({ path: path.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$|^[^/]+\/[^/]+$/, ''), name }))
    expect(optional.filter((one) => !isLocked(one)).map(({ path, name }) => `${name} of ${path}`)).toEqual([])
  })

  // npm installs what the registry gives where the lockfile has no hash to compare it with.
  it('are locked with the hash of every package', () => {
    const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as {
      packages: { [path: string]: { link?: boolean; integrity?: string } }
    }
    const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
    expect(installed.length).toBeGreaterThan(500)
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  })

  // A merchant copies the folder of an example: what its compiler needs is in it.
  it('of examples name what their compiler needs', () => {
    const settings = textsOf(/^examples\/[^/]+\/tsconfig\.json$/)
    expect(settings.length).toBeGreaterThanOrEqual(2)
    const missing = settings.flatMap(({ path, text }) => {
      const { extends: base, compilerOptions } = JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')) as {
        extends?: string
        compilerOptions: { types?: string[]; jsx?: string }
      }
      const { devDependencies = {} }: Manifest = JSON.parse(
        readFileSync(at(path.replace('tsconfig', 'package')), 'utf8'),
      )
      const types = [...(compilerOptions.types ?? []), ...(compilerOptions.jsx ? ['react'] : [])]
      const needed = ['typescript', ...types.map((name) => `@types/${name}`)]
      return [
        ...(base?.startsWith('..') ? [`${path} extends ${base}`] : []),
        ...needed.filter((name) => !(name in devDependencies)).map((name) => `${path} needs ${name}`),
      ]
    })
    expect(missing).toEqual([])
  })

  const contract = {
    file: 'packages/contract/package.json',
    manifest: { name: '@galla/contract', version: '0.0.0', private: true },
  }
  const published = {
    name: '@galla/sandbox',
    version: '0.1.0',
    engines: { node: '>=20.19' },
    keywords: ['payments'],
    sideEffects: false,
  }
  const check = (manifest: Manifest) =>
    manifests([contract, { file: 'a/package.json', manifest }]).map(({ found }) => found)

  it.each<[Partial<Manifest>, string]>([
    [{ dependencies: { '@galla/contract': '0.0.0' } }, 'dependency on @galla/contract'],
    [{ devDependencies: { '@galla/contract': '0.1.0' } }, '@galla/contract: 0.1.0'],
    [{ dependencies: { pino: '4.0.0' } }, 'pino: 4.0.0'],
    [{ dependencies: { pino: '>=4.0.0' } }, 'pino: >=4.0.0'],
    [{ devDependencies: { pino: '^4.0.0' } }, 'pino: ^4.0.0'],
    [{ optionalDependencies: { pino: '^4.0.0' } }, 'pino: ^4.0.0'],
    [{ private: true, dependencies: { pino: '^4.0.0' } }, 'pino: ^4.0.0'],
    [{ name: '@galla/sdk', dependencies: { hono: '^4.0.0' } }, 'dependency on hono'],
    [{ engines: {} }, 'no engines.node'],
    [{ keywords: [] }, 'keywords is missing'],
    [{ homepage: 'https://galla.example' }, 'homepage'],
    [{ repository: { url: 'git+https://git.example/galla.git' } }, 'repository'],
    [{ peerDependencies: { '@galla/contract': '0.0.0' } }, 'peer @galla/contract: 0.0.0'],
  ])('are reported with %j', (part, found) => {
    expect(check({ ...published, ...part })).toEqual([found])
  })

  it('let a merchant take each later version of a dependency within its major', () => {
    expect(check({ ...published, dependencies: { hono: '^4.8.0', uqr: '^0.1.3' } })).toEqual([])
  })

  it('may bundle a private package, alias a package and pin a beta', () => {
    const devDependencies = { '@galla/contract': '0.0.0', typescript7: 'npm:typescript@7.0.2', pg: '18.4.0-beta.17' }
    expect(check({ ...published, devDependencies })).toEqual([])
  })
})
