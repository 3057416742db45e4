import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { published } from '../lib/build-targets.mjs'
import { root } from '../lib/paths.mjs'
import { workspacesIn } from '../lib/workspaces.mjs'
import { planRelease, withChartVersion, withTarballs, withVersions } from './plan.mjs'

const sdk = { folder: 'packages/sdk', manifest: { name: '@galla/sdk', version: '0.2.0' } }
const cli = { folder: 'packages/cli', manifest: { name: 'galla', version: '0.2.0' } }
const contract = { folder: 'packages/contract', manifest: { name: '@galla/contract', version: '0.0.0', private: true } }
const exampleWith = (dependencies: { [name: string]: string }) => ({
  folder: 'examples/first',
  manifest: { name: '@galla/example-first', version: '0.0.0', private: true, dependencies },
})

describe('workspaces of a work tree', () => {
  const tree = mkdtempSync(join(tmpdir(), 'galla-workspaces-'))
  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  it('are the folders with a package.json, not programs in other languages, shared helpers or files', () => {
    const write = (path: string, text: string) => {
      mkdirSync(join(tree, path, '..'), { recursive: true })
      writeFileSync(join(tree, path), text)
    }
    write('package.json', '{ "workspaces": ["examples/*", "bench", "absent"] }')
    write('bench/package.json', '{ "name": "bench", "version": "0.0.0" }')
    write('examples/express/package.json', '{ "name": "express-shop", "version": "0.0.0" }')
    write('examples/python/buy.py', '')
    write('examples/test/helper.ts', '')
    write('examples/club.test.ts', '')
    expect(workspacesIn(tree)).toEqual([
      { folder: 'examples/express', manifest: { name: 'express-shop', version: '0.0.0' } },
      { folder: 'bench', manifest: { name: 'bench', version: '0.0.0' } },
    ])
  })
})

describe('the plan of a release', () => {
  it('of this repository publishes what is built, and tries each example that npm can install alone', () => {
    const { packages, examples } = planRelease(workspacesIn(root))
    expect(packages.map(({ folder }) => folder)).toEqual(published().map((name) => `packages/${name}`))
    expect(packages.map(({ name }) => name).sort()).toEqual([
      '@galla/gateway',
      '@galla/postgres',
      '@galla/react',
      '@galla/sandbox',
      '@galla/sdk',
      'create-galla',
      'galla',
    ])
    const folders = examples.map(({ folder }) => folder)
    expect(folders).toEqual(expect.arrayContaining(['examples/first-payment', 'examples/payment-tests']))
    expect(folders).not.toContain('examples/express')
    expect(folders).not.toContain('examples/python')
    expect(folders).not.toContain('examples/test')
  })

  it('names tarballs as npm does', () => {
    expect(planRelease([sdk, cli, contract])).toEqual({
      version: '0.2.0',
      packages: [
        { name: '@galla/sdk', folder: 'packages/sdk', tarball: 'galla-sdk-0.2.0.tgz' },
        { name: 'galla', folder: 'packages/cli', tarball: 'galla-0.2.0.tgz' },
      ],
      examples: [],
    })
  })

  it('is refused when packages that are released together have different versions', () => {
    const older = { ...cli, manifest: { ...cli.manifest, version: '0.1.0' } }
    expect(() => planRelease([sdk, older])).toThrow('have the versions 0.2.0, 0.1.0')
  })

  it('is refused when an example needs a private package', () => {
    expect(planRelease([sdk, contract, exampleWith({ '@galla/sdk': '0.2.0' })]).examples).toHaveLength(1)
    expect(() => planRelease([sdk, contract, exampleWith({ '@galla/contract': '0.0.0' })])).toThrow(
      'examples/first needs @galla/contract, which is private',
    )
  })
})

describe('a manifest', () => {
  it('names the new version of our packages, and a range where they are peers', () => {
    const manifest = {
      name: 'shop',
      dependencies: { '@galla/sdk': '0.1.0', pg: '^8.0.0' },
      devDependencies: { '@galla/contract': '0.0.0' },
      peerDependencies: { '@galla/sdk': '>=0.1.0 <1', react: '^19.0.0' },
    }
    expect(withVersions(manifest, new Set(['@galla/sdk']), '0.2.0')).toEqual({
      name: 'shop',
      dependencies: { '@galla/sdk': '0.2.0', pg: '^8.0.0' },
      devDependencies: { '@galla/contract': '0.0.0' },
      peerDependencies: { '@galla/sdk': '>=0.2.0 <1', react: '^19.0.0' },
    })
  })

  it('of the Helm chart names the new version twice, and keeps the rest', () => {
    const chart = 'apiVersion: v2\nversion: 0.1.0\nappVersion: 0.1.0\nkubeVersion: ">=1.30.0-0"\n'
    expect(withChartVersion(chart, '0.2.0')).toBe(
      'apiVersion: v2\nversion: 0.2.0\nappVersion: 0.2.0\nkubeVersion: ">=1.30.0-0"\n',
    )
  })

  it('of an example takes our packages from the tarballs, also those that its dependencies need', () => {
    const tarballs = { '@galla/sdk': '/out/galla-sdk-0.2.0.tgz', '@galla/gateway': '/out/galla-gateway-0.2.0.tgz' }
    expect(withTarballs({ dependencies: { '@galla/gateway': '0.1.0', hono: '4.0.0' } }, tarballs)).toEqual({
      dependencies: { '@galla/gateway': 'file:/out/galla-gateway-0.2.0.tgz', hono: '4.0.0' },
      overrides: { '@galla/sdk': 'file:/out/galla-sdk-0.2.0.tgz' },
    })
  })
})
