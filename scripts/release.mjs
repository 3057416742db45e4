import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { cache, root } from './lib/paths.mjs'
import { npm } from './lib/run.mjs'
import { runSteps } from './lib/steps.mjs'
import { workspacesIn } from './lib/workspaces.mjs'
import { readAddresses, sayingNotPublished, whyNotPublishable, withAddresses } from './release/addresses.mjs'
import { entriesOf, releaseNotes } from './release/changelog.mjs'
import { planRelease } from './release/plan.mjs'
import { setup } from './setup.mjs'

const USAGE = `npm run release -- --dry-run    everything but publish, in a copy: versions, changelogs, tarballs, SBOM, examples
npm run release -- --version    apply the changesets to this work tree; commit the result
npm run release -- --pack       what is committed, with the hashes of the tarballs: in CI, where another job publishes them`

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, version: { type: 'boolean' }, pack: { type: 'boolean' } },
})

await setup()
// Imported afterwards: setup may just have installed what these import.
const [{ copyTree }, { applyVersions, changeManifests }, { packAll, tryExample, tryStarter, writeHashes, writeSbom }] =
  await Promise.all([import('./release/tree.mjs'), import('./release/versions.mjs'), import('./release/tarballs.mjs')])

const out = join(cache, 'release')
const tree = join(out, 'tree')
const tarballFolder = join(out, 'tarballs')
/** Outside the repository, so that nothing of ours resolves by accident. */
const temporary = join(tmpdir(), `galla-release-${process.pid}`)
const inTemporary = (name) => join(temporary, name)
/** Shops that are tried; `scripts/packaging/create-galla.test.ts` takes a payment in others. */
const STARTERS = ['hono --gateway --ts', 'node --no-gateway --js'].map((line) => ['--framework', ...line.split(' ')])

if (values.version) await versionHere()
else if (values['dry-run'] || values.pack) await release(values.pack === true)
else {
  console.error(USAGE)
  process.exitCode = 2
}

async function versionHere() {
  const { version } = await applyVersions(root)
  const { ok, output } = await npm(['install', '--package-lock-only', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!ok) throw new Error(output)
  console.log(`Version ${version}: commit the work tree.`)
}

/** A dry run applies the changesets in the copy; a release takes the committed versions, and refuses pending changesets. */
async function release(isFinal) {
  let applied
  let tarballs
  const addresses = readAddresses(root)
  const refusal = whyNotPublishable(addresses, sayingNotPublished(root))
  const failed = await runUntilFailure([
    ...(isFinal ? [{ name: 'address of the repository', run: async () => ({ ok: !refusal, output: refusal }) }] : []),
    { name: 'copy of the work tree', run: async () => copyTree(tree) ?? { ok: true } },
    {
      name: 'versions and changelogs',
      async run() {
        if (isFinal && execFileSync('git', ['ls-files', '.changeset/*.md'], { cwd: root }).length > 0)
          throw new Error('there are changesets: apply them with --version and commit first')
        applied = await applyVersions(tree)
        changeManifests(tree, (manifest, folder) =>
          manifest.private ? manifest : withAddresses(manifest, folder, addresses),
        )
        return { ok: true, note: `${applied.previous} → ${applied.version}` }
      },
    },
    {
      name: 'build and tarballs',
      async run() {
        tarballs = await packAll(tree, applied.packages, tarballFolder)
        return { ok: true, note: `${Object.keys(tarballs).length} in ${tarballFolder.replace(`${root}/`, '')}` }
      },
    },
    {
      name: 'software bill of materials',
      async run() {
        const components = await writeSbom(tarballs, inTemporary('sbom'), join(out, 'sbom.cdx.json'))
        return { ok: true, note: `${components} components` }
      },
    },
    ...STARTERS.map((options) => ({
      name: `create-galla ${options.join(' ')}`,
      async run() {
        await tryStarter(options, tarballs, inTemporary('starter'))
        return { ok: true }
      },
    })),
    // The versions in their manifests do not matter: the tarballs take their place.
    ...planRelease(workspacesIn(root)).examples.map((example) => ({
      name: `${example.folder} with the tarballs`,
      async run() {
        await tryExample(tree, example, tarballs, inTemporary(example.folder))
        return { ok: true }
      },
    })),
  ])
  rmSync(temporary, { recursive: true, force: true })
  if (failed) {
    process.exitCode = 1
    return
  }
  const notes = releaseNotes(entriesOf(applied.version, applied.changelogs))
  writeFileSync(join(out, 'notes.md'), notes)
  writeHashes(Object.values(tarballs), out)
  console.log(`\n${notes}`)
  for (const tarball of Object.values(tarballs)) console.log(`CI publishes ${basename(tarball)}`)
  if (refusal) console.log(`\n--pack would refuse: ${refusal}`)
}

/** Each step needs the ones before. */
async function runUntilFailure(steps) {
  for (const step of steps) if ((await runSteps([step])).failed.length > 0) return true
  return false
}
