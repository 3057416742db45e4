import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { told } from './breach.ts'
import { type Manifest, manifests } from './manifests.ts'
import { listFiles } from './source.ts'

const inHouse = (): { file: string; manifest: Manifest }[] =>
  listFiles()
    .filter((path) => /^(?:(?:packages|apps|examples)\/[^/]+\/|bench\/)?package\.json$/.test(path))
    .map((file) => ({ file, manifest: JSON.parse(readFileSync(at(file), 'utf8')) }))

describe('package.json files', () => {
  it('keep the rules', () => expect(told(manifests(inHouse()))).toBe(''))

  const contract = {
    file: 'packages/contract/package.json',
    manifest: { name: '@galla/contract', version: '0.0.0', private: true },
  }
  const published = { name: '@galla/sandbox', version: '0.1.0', engines: { node: '>=20.19' } }
  const judge = (manifest: Manifest) =>
    manifests([contract, { file: 'a/package.json', manifest }]).map(({ found }) => found)

  it.each<[Partial<Manifest>, string]>([
    [{ dependencies: { '@galla/contract': '0.0.0' } }, 'dependency on @galla/contract'],
    [{ devDependencies: { '@galla/contract': '0.1.0' } }, '@galla/contract: 0.1.0'],
    [{ dependencies: { hono: '^4.0.0' } }, 'hono: ^4.0.0'],
    [{ name: '@galla/sdk', dependencies: { hono: '4.0.0' } }, 'dependency on hono'],
    [{ engines: {} }, 'no engines.node'],
  ])('are refused with %j', (part, found) => {
    expect(judge({ ...published, ...part })).toEqual([found])
  })

  it('may bundle a private room, alias a package and pin a beta', () => {
    const devDependencies = { '@galla/contract': '0.0.0', typescript7: 'npm:typescript@7.0.2', pg: '18.4.0-beta.17' }
    expect(judge({ ...published, devDependencies })).toEqual([])
  })
})
