import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isMain } from './lib/is-main.mjs'
import { withLock } from './lib/lock.mjs'
import { at, cache } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { unlessUnchanged } from './lib/unless-unchanged.mjs'
import { setup } from './setup.mjs'

/** What is made below `docs` is no input. */
const inputs = () => [
  ...readdirSync(at('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...['config.mts', 'tsconfig.json', 'typedoc.json'].map((name) => `docs/.vitepress/${name}`),
  ...['docs/adr', 'docs/pictures', 'packages', 'scripts/docs', 'scripts/docs.mjs', 'package.json'],
]
const OUTPUT = at('docs/.vitepress/dist/index.html')
const vitepress = (...args) => node([at('node_modules/vitepress/bin/vitepress.js'), ...args])

/** Builds the documentation site to `docs/.vitepress/dist`, unless its sources are unchanged. */
export const buildDocs = () =>
  withLock('docs', async () => {
    if (!existsSync(OUTPUT)) rmSync(join(cache, 'checked', 'docs.txt'), { force: true })
    return unlessUnchanged('docs', inputs(), buildSite)
  })

async function buildSite() {
  const { generateDocs } = await import('./docs/generate.mjs')
  await generateDocs()
  return vitepress('build', at('docs'))
}

if (isMain(import.meta)) {
  await setup()
  if (process.argv.includes('--pictures')) {
    const { build } = await import('./build.mjs')
    const { failed } = await build({ quiet: true, print: console.error })
    if (failed.length > 0) process.exit(1)
    const { takePictures } = await import('./docs/pictures.mjs')
    await takePictures()
  } else if (process.argv.includes('--build')) {
    const { ok, output } = await buildDocs()
    if (!ok) throw new Error(output)
  } else {
    const { generateDocs } = await import('./docs/generate.mjs')
    await generateDocs()
    const { createServer } = await import('vitepress')
    const server = await createServer(at('docs'), { host: '127.0.0.1' })
    await server.listen()
    server.printUrls()
  }
}
