import { build } from '../build.mjs'
import { typecheck } from '../typecheck.mjs'
import { published } from './build-targets.mjs'
import { at } from './paths.mjs'
import { repositoryFiles } from './repository-files.mjs'
import { node } from './run.mjs'
import { checkSizes } from './sizes.mjs'
import { runSteps } from './steps.mjs'
import { lastSuccess, unlessUnchanged } from './unless-unchanged.mjs'

const bin = (path) => at('node_modules', path)

const SOURCES = [
  { name: 'types', run: typecheck },
  {
    name: 'format and lint',
    run: () =>
      node([
        bin('@biomejs/biome/bin/biome'),
        'ci',
        '--colors=off',
        '--diagnostic-level=warn',
        '--error-on-warnings',
        '--max-diagnostics=20',
        '.',
      ]),
    fix: 'npm run format repairs most of it',
  },
  {
    name: 'no unused files, exports, dependencies',
    run: () =>
      unlessUnchanged(lastSuccess('knip', repositoryFiles()), () => node([bin('knip/bin/knip.js'), '--no-progress'])),
    fix: 'delete what nothing uses; if a tool uses it by name, add it to knip.json',
  },
]

const PACKAGES = [
  {
    name: 'build',
    async run() {
      const { failed } = await build({ quiet: true })
      return { ok: failed.length === 0, output: failed.join(', ') }
    },
  },
  {
    name: 'package shape',
    run: () => eachPackage('package-shape', (folder) => node([bin('publint/src/cli.js'), '--strict', at(folder)])),
  },
  { name: 'types as a consumer resolves them', run: () => eachPackage('consumer-types', consumerTypes) },
  {
    name: 'sizes',
    run: checkSizes,
    fix: 'find what grew with: npx esbuild --bundle --analyze packages/sdk/dist/index.mjs',
  },
]

/**
 * Runs the gates, which must hold beside the tests. Each gate is a line of `npm run check` and of `npm test`. Checks of sources run in
 * parallel with the build and with the checks of its output.
 */
export async function runGates() {
  const results = await Promise.all([runSteps(SOURCES), runSteps(PACKAGES)])
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.flatMap(({ failed }) => failed),
  }
}

/** For bundlers, and for the command. */
const ESM_ONLY = new Set(['packages/react', 'packages/create-galla'])

/** Packages of `ESM_ONLY` have no CommonJS; the others serve both kinds of import. The command has no types. */
async function consumerTypes(folder) {
  if (folder === 'packages/cli') return { ok: true, output: '' }
  const profile = ESM_ONLY.has(folder) ? 'esm-only' : 'node16'
  return node([
    bin('@arethetypeswrong/cli/dist/index.js'),
    ...['--pack', at(folder), '--profile', profile, '--no-color', '--no-emoji'],
  ])
}

/** Checks each published package whose manifest or build changed since the check last succeeded. */
async function eachPackage(name, check) {
  const results = await Promise.all(
    published().map((folder) => {
      const path = `packages/${folder}`
      const inputs = [`${path}/package.json`, `${path}/dist`, 'scripts/lib/gates.mjs']
      return unlessUnchanged(lastSuccess(`${name}-${folder}`, inputs), () => check(path))
    }),
  )
  const skipped = results.filter(({ note }) => note === 'unchanged').length
  return {
    ok: results.every(({ ok }) => ok),
    output: results.map(({ output }) => output).join('\n'),
    note: skipped > 0 ? `${skipped} of ${results.length} unchanged` : undefined,
  }
}
