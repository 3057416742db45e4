import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { shippedErrors } from '../docs/errors-page.mjs'
import { GUIDES, shipGuides } from '../docs/guides.mjs'
import { condense } from './condense.mjs'
import { separateDocComments } from './doc-comments.mjs'
import { at } from './paths.mjs'
import { precompress } from './precompress.mjs'
import { node } from './run.mjs'
import { declareDisposable, shareModule, shareTypes } from './share-types.mjs'

/** Files that every build reads beside its own folder. */
const SHARED = [
  'packages/tsconfig.types.json',
  'packages/tsconfig.gateway-types.json',
  'tsconfig.base.json',
  'packages/contract/src',
  'packages/http-server/src',
  ...['build-targets', 'condense', 'doc-comments', 'precompress', 'share-types', 'vite-page'].map(
    (name) => `scripts/lib/${name}.mjs`,
  ),
  'scripts/lib/load-part.js',
  ...['', '-latin-ext', '-bengali', '-devanagari', '-tamil', '-telugu'].map(
    (script) => `scripts/lib/noto-sans${script}.css`,
  ),
]
/** Sources of the templates of create-galla. */
const STARTER = ['examples', 'scripts/lib/starter-sources.mjs', 'biome.json']
/** Sources of the page of errors in a package, beside the package's sources. */
const DOCS = ['docs/errors.md', 'scripts/docs', 'scripts/release/addresses.mjs']
const CHECKOUT_PAGE = 'packages/sandbox/assets/checkout-page'
const CONSOLE = 'packages/gateway/assets/console'
const TEST_TOOLS = 'packages/sandbox/assets/test-tools'
const SHOP = 'apps/shop/dist'

/**
 * Lists the build targets with their inputs and outputs. Apps and libraries bundle sources of other packages, so that no target waits for
 * another.
 */
export function targets() {
  return [
    ...published().map(library),
    page('checkout-page', CHECKOUT_PAGE),
    page('console', CONSOLE),
    // The gateway that passes them on reads the files as they are.
    page('test-tools', TEST_TOOLS, { compressed: false }),
    page('shop', `${SHOP}/public`),
    shopServer(),
  ].filter(({ needs }) => existsSync(at(needs)))
}

/** Folders of the packages that a merchant can install. */
export function published() {
  return readdirSync(at('packages')).filter(
    (folder) => existsSync(at('packages', folder, 'tsdown.config.mjs')) && !manifestOf(folder).private,
  )
}

const manifestOf = (folder) => JSON.parse(readFileSync(at('packages', folder, 'package.json'), 'utf8'))

const shipsDocs = (folder) => manifestOf(folder).files.includes('docs')

/** The command is a program, not a library; react is for bundlers, create-galla for the command. The others serve both kinds of import. */
const OUTPUTS = {
  cli: ['main.mjs'],
  'create-galla': ['index.mjs', 'index.d.mts', 'sources.json'],
  react: ['index.mjs', 'index.d.mts'],
}
const BOTH_KINDS = ['index.mjs', 'index.cjs', 'index.d.mts', 'index.d.cts']

const existing = (folder, names) => names.map((name) => `${folder}/${name}`).filter((path) => existsSync(at(path)))

const tsdown = (cwd, ...options) => node([at('node_modules/tsdown/dist/run.mjs'), ...options], { cwd: at(cwd) })

/** Names of the entries that a merchant can import: `./redirect` is `redirect`. */
const entriesOf = (folder) =>
  Object.keys(manifestOf(folder).exports)
    .filter((name) => !name.includes('package.json'))
    .map((name) => (name === '.' ? 'index' : name.slice(2)))

function library(folder) {
  const cwd = `packages/${folder}`
  return {
    name: manifestOf(folder).name,
    needs: `${cwd}/src/${folder === 'cli' ? 'main' : 'index'}.ts`,
    inputs: [
      ...existing(cwd, ['src', 'package.json', 'tsconfig.json', 'tsdown.config.mjs']),
      ...(shipsDocs(folder) ? DOCS : []),
      // Its server for agents reads them; some include files of the examples.
      ...(folder === 'cli' ? GUIDES : []),
      ...(folder === 'create-galla' || folder === 'cli' ? STARTER : []),
      ...SHARED,
    ],
    outputs: [
      ...(OUTPUTS[folder] ?? BOTH_KINDS).map((file) => `${cwd}/dist/${file}`),
      ...(shipsDocs(folder) ? [`${cwd}/docs/errors.md`] : []),
    ],
    async run() {
      // Those of the sdk do not fit into its size; its code keeps lines and function names instead.
      const built = await tsdown(cwd, ...(folder === 'sdk' ? [] : ['--sourcemap']))
      if (!built.ok) return built
      separateDocComments(at(cwd, 'dist'))
      if (folder === 'create-galla') {
        // Imported here: it loads the compiler.
        const { collectStarterSources } = await import('./starter-sources.mjs')
        writeFileSync(at(cwd, 'dist/sources.json'), JSON.stringify(await collectStarterSources()))
      }
      if (!OUTPUTS[folder]) shareTypes(at(cwd, 'dist'), entriesOf(folder))
      if (folder === 'sdk') {
        shareModule(at(cwd, 'dist'), 'compat')
        declareDisposable(at(cwd, 'dist'), 'index')
        condense(at(cwd, 'dist'))
      }
      if (shipsDocs(folder)) {
        mkdirSync(at(cwd, 'docs'), { recursive: true })
        writeFileSync(at(cwd, 'docs/errors.md'), await shippedErrors(folder))
        if (folder === 'cli') shipGuides(at(cwd, 'docs/guides'))
      }
      return built
    },
  }
}

/** A page that a server of ours serves from its own package: built from sources, and compressed in advance for browsers. */
function page(app, outDir, { compressed = true } = {}) {
  const cwd = `apps/${app}`
  return {
    name: `@galla/${app}`,
    needs: `${cwd}/index.html`,
    inputs: [
      ...existing(cwd, ['src', 'public', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts']),
      'packages/react/src',
      // The test tools offer the examples to copy.
      ...(app === 'test-tools' ? ['apps/console/src', 'apps/console/package.json', 'examples/payment-tests'] : []),
      ...SHARED,
    ],
    outputs: [`${outDir}/index.html`],
    async run() {
      const vite = at('node_modules/vite/bin/vite.js')
      const args = ['build', '--outDir', at(outDir), '--emptyOutDir', '--logLevel', 'warn']
      const built = await node([vite, ...args], { cwd: at(cwd) })
      if (built.ok && compressed) await precompress(at(outDir))
      return built
    },
  }
}

/** The server of the shop imports our packages by name, as a merchant's own program does. */
function shopServer() {
  const cwd = 'apps/shop'
  return {
    name: '@galla/shop server',
    needs: `${cwd}/tsdown.config.mjs`,
    inputs: [...existing(cwd, ['src', 'package.json', 'tsconfig.json', 'tsdown.config.mjs']), ...SHARED],
    outputs: [`${SHOP}/server/main.mjs`],
    run: () => tsdown(cwd),
  }
}
