import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { separateDocComments } from './doc-comments.mjs'
import { at } from './paths.mjs'
import { precompress } from './precompress.mjs'
import { node } from './run.mjs'
import { shareTypes } from './share-types.mjs'

/** What every build reads beside its own folder. */
const SHARED = [
  'packages/tsconfig.types.json',
  'packages/tsconfig.gateway-types.json',
  'tsconfig.base.json',
  'package-lock.json',
  'packages/contract/src',
  'packages/http-server/src',
  'scripts/build.mjs',
  'scripts/lib',
]
const PAGE = 'packages/sandbox/assets/checkout-page'
const CONSOLE = 'packages/gateway/assets/console'
const SHOP = 'apps/shop/dist'

/** What is built, from what, into what. Apps read sources and libraries bundle sources, so nothing waits for anything. */
export function targets() {
  return [
    ...published().map(library),
    face('checkout-page', PAGE),
    face('console', CONSOLE),
    face('shop', `${SHOP}/public`),
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

/** The command is a program, not a library; the sdk serves both kinds of import. */
const OUTPUTS = { cli: ['main.mjs'], sdk: ['index.mjs', 'index.cjs', 'index.d.mts', 'index.d.cts'] }

function library(folder) {
  const cwd = `packages/${folder}`
  return {
    name: manifestOf(folder).name,
    needs: `${cwd}/src/${folder === 'cli' ? 'main' : 'index'}.ts`,
    inputs: [
      ...['src', 'theme', 'package.json', 'tsconfig.json', 'tsdown.config.mjs']
        .map((path) => `${cwd}/${path}`)
        .filter((path) => existsSync(at(path))),
      ...SHARED,
    ],
    outputs: (OUTPUTS[folder] ?? ['index.mjs', 'index.d.mts']).map((file) => `${cwd}/dist/${file}`),
    async run() {
      const built = await node([at('node_modules/tsdown/dist/run.mjs')], { cwd: at(cwd) })
      if (!built.ok) return built
      separateDocComments(at(cwd, 'dist'))
      if (folder === 'sdk') shareTypes(at(cwd, 'dist'), ['index', 'testing', 'undici', 'otel', 'compat'])
      return built
    },
  }
}

/** A page that another room serves: built from sources, compressed ahead. */
function face(app, outDir) {
  return {
    name: `@galla/${app}`,
    needs: `apps/${app}/index.html`,
    inputs: [
      ...['src', 'public', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts']
        .map((path) => `apps/${app}/${path}`)
        .filter((path) => existsSync(at(path))),
      'packages/react/src',
      'packages/react/theme',
      ...SHARED,
    ],
    outputs: [`${outDir}/index.html`],
    async run() {
      const vite = at('node_modules/vite/bin/vite.js')
      const built = await node([vite, 'build', '--outDir', at(outDir), '--emptyOutDir', '--logLevel', 'warn'], {
        cwd: at('apps', app),
      })
      if (built.ok) await precompress(at(outDir))
      return built
    },
  }
}

/** The shop's other half is a server: what it needs of ours stays outside, as in a merchant's own program. */
function shopServer() {
  return {
    name: '@galla/shop server',
    needs: 'apps/shop/tsdown.config.mjs',
    inputs: [
      ...['src', 'package.json', 'tsconfig.json', 'tsdown.config.mjs'].map((path) => `apps/shop/${path}`),
      ...SHARED,
    ],
    outputs: [`${SHOP}/server/main.mjs`],
    run: () => node([at('node_modules/tsdown/dist/run.mjs')], { cwd: at('apps/shop') }),
  }
}
