import { existsSync } from 'node:fs'
import { build } from '../build.mjs'
import { typecheck } from '../typecheck.mjs'
import { at } from './paths.mjs'
import { node } from './run.mjs'
import { checkSizes } from './sizes.mjs'
import { published } from './targets.mjs'

const bin = (path) => at('node_modules', path)
const packed = () => published().filter((folder) => existsSync(at('packages', folder, 'dist')))

/** What must hold beside the tests. Each is one line of `npm run check` and of `npm test`. */
export const GATES = [
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
    way: 'npm run format mends most of it',
  },
  { name: 'types', run: typecheck },
  {
    name: 'no unused files, exports, dependencies',
    run: () => node([bin('knip/bin/knip.js'), '--no-progress']),
    way: 'delete what nobody uses; if a tool uses it by name, say so in knip.json',
  },
  {
    name: 'build',
    async run() {
      const { failed } = await build({ quiet: true })
      return { ok: failed.length === 0, output: failed.join(', ') }
    },
  },
  {
    name: 'package shape',
    run: () => all(packed().map((folder) => node([bin('publint/src/cli.js'), '--strict', at('packages', folder)]))),
  },
  {
    name: 'types as a consumer resolves them',
    run: () =>
      all(
        packed()
          .filter((folder) => folder !== 'cli')
          .map((folder) => attw(folder)),
      ),
  },
  {
    name: 'sizes',
    run: checkSizes,
    way: 'find what grew with: npx esbuild --bundle --analyze packages/sdk/dist/index.mjs',
  },
]

/** The sdk serves both kinds of import; the sandbox is ESM only. */
const attw = (folder) =>
  node([
    bin('@arethetypeswrong/cli/dist/index.js'),
    '--pack',
    at('packages', folder),
    '--profile',
    folder === 'sdk' ? 'node16' : 'esm-only',
    '--no-color',
    '--no-emoji',
  ])

async function all(running) {
  const results = await Promise.all(running)
  return { ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output).join('\n') }
}
