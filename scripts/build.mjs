import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './lib/hash.mjs'
import { isMain } from './lib/is-main.mjs'
import { at, cache } from './lib/paths.mjs'
import { precompress } from './lib/precompress.mjs'
import { node } from './lib/run.mjs'
import { shareTypes } from './lib/share-types.mjs'
import { runSteps } from './lib/steps.mjs'
import { setup } from './setup.mjs'

const shared = [
  'packages/tsconfig.types.json',
  'tsconfig.base.json',
  'package-lock.json',
  'packages/contract/src',
  'scripts/build.mjs',
]
const PAGE = 'packages/sandbox/assets/checkout-page'

/** What is built, from what, into what. Apps read sources, so nothing waits for anything. */
const TARGETS = [
  {
    ...library('sdk', ['dist/index.mjs', 'dist/index.cjs', 'dist/index.d.mts', 'dist/index.d.cts']),
    async run() {
      const built = await tsdown('packages/sdk')
      if (built.ok) shareTypes(at('packages/sdk/dist'), ['index', 'testing', 'undici', 'otel', 'compat'])
      return built
    },
  },
  library('sandbox', ['dist/index.mjs', 'dist/index.d.mts'], ['packages/serve']),
  library('cli', ['dist/main.mjs'], ['packages/serve']),
  {
    name: '@galla/checkout-page',
    needs: 'apps/checkout-page/index.html',
    inputs: ['apps/checkout-page', 'scripts/lib/precompress.mjs', ...shared],
    outputs: [`${PAGE}/index.html`],
    async run() {
      const vite = at('node_modules/vite/bin/vite.js')
      const built = await node([vite, 'build', '--outDir', at(PAGE), '--emptyOutDir', '--logLevel', 'warn'], {
        cwd: at('apps/checkout-page'),
      })
      if (built.ok) await precompress(at(PAGE))
      return built
    },
  },
]

/** Two at a time: each is a process of its own, and the usual machine has two cores. */
const AT_ONCE = 2

/** Builds what is stale. `quiet`: says nothing when nothing had to be done. `tell`: where its lines go. */
export async function build({ force = false, quiet = false, tell = console.log } = {}) {
  const present = TARGETS.filter(({ needs }) => existsSync(at(needs)))
  const stale = present.map((target) => ({ target, hash: hashOf(target.inputs.map((path) => at(path))) }))
  const waiting = stale.filter(({ target, hash }) => force || !isFresh(target, hash))
  if (waiting.length === 0 && !quiet) tell('Everything is built.')
  const results = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const failed = []
      for (let next = waiting.shift(); next; next = waiting.shift()) failed.push(...(await make(next, tell)))
      return failed
    }),
  )
  return { failed: results.flat() }
}

async function make({ target, hash }, tell) {
  const { failed } = await runSteps([{ name: `build ${target.name}`, run: () => target.run() }], tell)
  if (failed.length === 0) remember(target, hash)
  return failed.length > 0 ? [target.name] : []
}

function library(folder, outputs, more = []) {
  const cwd = `packages/${folder}`
  return {
    name: JSON.parse(readFileSync(at(cwd, 'package.json'), 'utf8')).name,
    needs: `${cwd}/src/${folder === 'cli' ? 'main' : 'index'}.ts`,
    inputs: [
      `${cwd}/src`,
      `${cwd}/package.json`,
      `${cwd}/tsconfig.json`,
      `${cwd}/tsdown.config.mjs`,
      ...more,
      ...shared,
    ],
    outputs: outputs.map((file) => `${cwd}/${file}`),
    run: () => tsdown(cwd),
  }
}

const tsdown = (folder) => node([at('node_modules/tsdown/dist/run.mjs')], { cwd: at(folder) })

const noteOf = ({ name }) => join(cache, 'built', `${name.replace(/\W+/g, '-')}.txt`)

const isFresh = (target, hash) =>
  target.outputs.every((file) => existsSync(at(file))) &&
  existsSync(noteOf(target)) &&
  readFileSync(noteOf(target), 'utf8') === hash

function remember(target, hash) {
  mkdirSync(join(cache, 'built'), { recursive: true })
  writeFileSync(noteOf(target), hash)
}

if (isMain(import.meta)) {
  await setup()
  const { failed } = await build({ force: process.argv.includes('--force') })
  if (failed.length > 0) process.exitCode = 1
}
