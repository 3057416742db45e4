import { describe, expect, it } from 'vitest'
import { textsOf } from './files.ts'
import { type Manifest, manifests } from './manifests.ts'
import { format } from './violation.ts'

const inRepository = () =>
  textsOf(/^(?:(?:packages|apps|examples)\/[^/]+\/|bench\/)?package\.json$/).map(({ path, text }) => ({
    file: path,
    manifest: JSON.parse(text) as Manifest,
  }))

describe('package.json files', () => {
  it('keep the rules', () => expect(format(manifests(inRepository()))).toBe(''))

  const contract = {
    file: 'packages/contract/package.json',
    manifest: { name: '@galla/contract', version: '0.0.0', private: true },
  }
  const published = { name: '@galla/sandbox', version: '0.1.0', engines: { node: '>=20.19' } }
  const check = (manifest: Manifest) =>
    manifests([contract, { file: 'a/package.json', manifest }]).map(({ found }) => found)

  it.each<[Partial<Manifest>, string]>([
    [{ dependencies: { '@galla/contract': '0.0.0' } }, 'dependency on @galla/contract'],
    [{ devDependencies: { '@galla/contract': '0.1.0' } }, '@galla/contract: 0.1.0'],
    [{ dependencies: { hono: '^4.0.0' } }, 'hono: ^4.0.0'],
    [{ name: '@galla/sdk', dependencies: { hono: '4.0.0' } }, 'dependency on hono'],
    [{ engines: {} }, 'no engines.node'],
  ])('are reported with %j', (part, found) => {
    expect(check({ ...published, ...part })).toEqual([found])
  })

  it('may bundle a private package, alias a package and pin a beta', () => {
    const devDependencies = { '@galla/contract': '0.0.0', typescript7: 'npm:typescript@7.0.2', pg: '18.4.0-beta.17' }
    expect(check({ ...published, devDependencies })).toEqual([])
  })
})
