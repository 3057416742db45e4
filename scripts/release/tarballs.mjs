import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { node, npm } from '../lib/run.mjs'
import { withTarballs } from './plan.mjs'

const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

/**
 * Builds and packs every package of a work tree.
 * @param {ReturnType<typeof import('./plan.mjs').planRelease>['packages']} packages
 * @returns {Promise<{ [name: string]: string }>} path of the tarball by name of the package
 */
export async function packAll(tree, packages, out) {
  await must(node([join(tree, 'scripts/release/build-tree.mjs')], { cwd: tree }), 'the build')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const tarballs = {}
  for (const { name, folder, tarball } of packages) {
    const packed = await must(
      npm(['pack', '--json', '--pack-destination', out, '--loglevel=silent'], { cwd: join(tree, folder) }),
      `npm pack of ${name}`,
    )
    const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')))
    if (filename !== tarball) throw new Error(`npm packed ${name} as ${filename}, and ${tarball} was expected`)
    tarballs[name] = join(out, filename)
  }
  return tarballs
}

/** Writes the hashes that the publishing job compares, as `sha256sum` and `sha512sum` read them. */
export function writeHashes(tarballs, folder) {
  for (const algorithm of ['sha256', 'sha512']) {
    const lines = tarballs.map(
      (path) => `${createHash(algorithm).update(readFileSync(path)).digest('hex')}  ${basename(path)}\n`,
    )
    writeFileSync(join(folder, `${algorithm.toUpperCase()}SUMS`), lines.join(''))
  }
}

/** Installs all tarballs into an empty folder and lists what a merchant gets, as CycloneDX. */
export async function writeSbom(tarballs, folder, file) {
  empty(folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "merchant", "version": "0.0.0", "private": true }')
  await must(npm([...INSTALL, ...Object.values(tarballs)], { cwd: folder }), 'the installation of all tarballs')
  const sbom = await must(npm(['sbom', '--sbom-format=cyclonedx', '--loglevel=error'], { cwd: folder }), 'npm sbom')
  writeFileSync(file, sbom)
  return JSON.parse(sbom).components.length
}

/**
 * Installs an example with the tarballs into an empty folder; runs a program, builds an application.
 * @param {import('../lib/workspaces.mjs').Workspace} example
 */
export async function tryExample(tree, example, tarballs, folder) {
  empty(folder)
  cpSync(join(tree, example.folder), folder, {
    recursive: true,
    filter: (path) => !/node_modules|\.next|\.test\.ts$/.test(basename(path)),
  })
  const manifest = withTarballs(example.manifest, tarballs)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  await must(npm(INSTALL, { cwd: folder }), `the installation of ${example.folder}`)

  if (existsSync(join(folder, 'index.mjs'))) await must(node(['index.mjs'], { cwd: folder }), example.folder)
  if (manifest.scripts?.build)
    await must(
      npm(['run', 'build'], { cwd: folder, env: { NEXT_TELEMETRY_DISABLED: '1' } }),
      `the build of ${example.folder}`,
    )
}

/**
 * Starts a shop with create-galla, as it is in the tarballs, installs it from them, and runs its test.
 * @param {readonly string[]} options of create-galla
 */
export async function tryStarter(options, tarballs, folder) {
  empty(folder)
  const own = join(folder, 'create')
  mkdirSync(own)
  await must(npm([...INSTALL, '--prefix', own, tarballs['create-galla']]), 'the installation of create-galla')
  const program = join(own, 'node_modules/create-galla/bin/create-galla.mjs')
  const packages = ['--packages', dirname(tarballs['create-galla'])]
  await must(node([program, 'shop', ...options, ...packages, '--no-git'], { cwd: folder }), 'create-galla')
  await must(npm(['test'], { cwd: join(folder, 'shop') }), 'the test of the shop')
}

function empty(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

async function must(running, what) {
  const { ok, output } = await running
  if (!ok) throw new Error(`${what} failed:\n${output}`)
  return output
}
