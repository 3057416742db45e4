import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, cache } from '../lib/paths.mjs'
import { npm } from '../lib/run.mjs'
import { copyTree } from '../release/tree.mjs'
import { applyVersions, changelogsIn } from '../release/versions.mjs'

describe('the next release', () => {
  // On the file system of the repository: the installed packages are linked.
  const tree = mkdtempSync(join(cache, 'release-test-'))
  const manifestOf = (folder: string) => JSON.parse(readFileSync(join(tree, folder, 'package.json'), 'utf8'))
  const nameOf = (tarball: string) => tarball.replace(/-\d.*/, '')
  let applied: Awaited<ReturnType<typeof applyVersions>>

  beforeAll(async () => {
    copyTree(tree)
    // A minor step of one package takes the others along, and leaves the range of no peer.
    writeFileSync(join(tree, '.changeset/one-more.md'), "---\n'@galla/sdk': minor\n---\n\nAdd a thing.\n")
    applied = await applyVersions(tree)
  })
  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  it('has one version below 1.0 for all packages', () => {
    expect(applied.version).toMatch(/^0\.\d+\.\d+$/)
    expect(applied.version).not.toBe(applied.previous)
    expect(applied.packages).toHaveLength(7)
    for (const { folder } of applied.packages) expect(manifestOf(folder).version).toBe(applied.version)
  })

  const isReleased = Object.values(changelogsIn(at())).some((changelog) => changelog !== '')
  it.skipIf(isReleased)('is 0.1.0, because nothing was released before', () => expect(applied.version).toBe('0.1.0'))

  it('gives the Helm chart its version', () => {
    const chart = readFileSync(join(tree, 'docs/deploy/helm/Chart.yaml'), 'utf8')
    expect(chart.match(/^(?:version|appVersion): .*$/gm)).toEqual([
      `version: ${applied.version}`,
      `appVersion: ${applied.version}`,
    ])
  })

  it('writes that version wherever a package needs another one', () => {
    const { version } = applied
    expect(manifestOf('packages/cli').dependencies['@galla/sdk']).toBe(version)
    expect(manifestOf('packages/gateway').peerDependencies['@galla/sdk']).toBe(`>=${version} <1`)
    expect(manifestOf('examples/express').dependencies['@galla/gateway']).toBe(version)
  })

  it('has changelogs of plain sentences, and leaves no changeset', () => {
    const sdk = applied.changelogs['@galla/sdk']
    expect(sdk).toContain(`## ${applied.version}`)
    expect(sdk).toMatch(/^### Added$[\s\S]*^- Add a thing\.$/m)
    for (const changelog of Object.values(applied.changelogs))
      expect(changelog).not.toMatch(/[0-9a-f]{7}:|Updated dependencies/)
    expect(readdirSync(join(tree, '.changeset')).filter((name) => name.endsWith('.md'))).toEqual([])
  })

  it('is refused at 1.0.0 when no changeset asks for a major step', async () => {
    for (const { folder } of applied.packages) {
      const path = join(tree, folder, 'package.json')
      const manifest = JSON.parse(readFileSync(path, 'utf8'))
      if (folder === 'packages/gateway') manifest.peerDependencies['@galla/sdk'] = applied.version
      writeFileSync(path, JSON.stringify(manifest))
    }
    writeFileSync(join(tree, '.changeset/next.md'), "---\n'@galla/sdk': minor\n---\n\nAdd another.\n")
    await expect(applyVersions(tree)).rejects.toThrow('but no changeset asks for a major step')
  })

  it('passes a dry run: tarballs with their hashes, SBOM, examples from the tarballs', async () => {
    const { ok, output } = await npm(['run', 'release', '--', '--dry-run'], { cwd: at() })
    expect(ok, output).toBe(true)
    const out = join(cache, 'release')
    for (const algorithm of ['sha256', 'sha512']) {
      const lines = readFileSync(join(out, `${algorithm.toUpperCase()}SUMS`), 'utf8')
        .trim()
        .split('\n')
      expect(lines).toHaveLength(applied.packages.length)
      for (const { tarball } of applied.packages) {
        const [line = ''] = lines.filter((one) => one.includes(`  ${nameOf(tarball)}-`))
        const [hash, file = ''] = line.split('  ')
        expect(
          createHash(algorithm)
            .update(readFileSync(join(out, 'tarballs', file)))
            .digest('hex'),
        ).toBe(hash)
        expect(output).toContain(`CI publishes ${file}`)
      }
    }
    expect(JSON.parse(readFileSync(join(out, 'sbom.cdx.json'), 'utf8'))).toMatchObject({ bomFormat: 'CycloneDX' })
    expect(readFileSync(join(out, 'notes.md'), 'utf8')).toMatch(/^### Added$[\s\S]*^\* \*\*@galla\/sdk\*\*: /m)
    for (const name of readdirSync(join(out, 'tarballs')))
      expect(
        execFileSync('tar', ['-xOf', join(out, 'tarballs', name), 'package/CHANGELOG.md'], { encoding: 'utf8' }),
      ).toMatch(/^## \d+\.\d+\.\d+$/m)
    for (const { folder } of applied.examples) expect(output).toContain(`s  ${folder} with the tarballs`)
    expect(output).toMatch(/s {2}create-galla --framework hono --gateway --ts$/m)
  }, 900_000)
})
