import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../lib/lock.mjs'
import { at, cache } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'
import { unlessUnchanged } from '../lib/unless-unchanged.mjs'

/** What is made below `docs` is not input. */
const inputs = () => [
  ...readdirSync(at('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...['config.mts', 'heading-anchor.mts', 'tsconfig.json', 'typedoc.json'].map((name) => `docs/.vitepress/${name}`),
  ...['docs/adr', 'docs/pictures', 'docs/recipes', 'examples', 'packages', 'scripts/docs'],
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
  const { generateDocs } = await import('./generate.mjs')
  await generateDocs()
  return vitepress('build', at('docs'))
}
