import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../lib/lock.mjs'
import { at, cache } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'
import { unlessUnchanged } from '../lib/unless-unchanged.mjs'

/** Lists the files that the site is built from. Files generated below `docs` are not among them. */
const inputs = () => [
  ...readdirSync(at('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...['config.mts', 'heading-anchor.mts', 'theme', 'tsconfig.json', 'typedoc.json'].map(
    (name) => `docs/.vitepress/${name}`,
  ),
  ...['.changeset', 'docs/adr', 'docs/pictures', 'docs/recipes', 'examples', 'packages', 'scripts/docs'],
  'scripts/release/changelog.mjs',
]
const DIST = at('docs/.vitepress/dist')

/**
 * Builds the documentation site to `docs/.vitepress/dist`, unless its sources are unchanged.
 * @param {{ isNext?: boolean }} options `isNext`: below `next/`, beside the released version
 */
export const buildDocs = ({ isNext = false } = {}) =>
  withLock('docs', async () => {
    const name = isNext ? 'docs-next' : 'docs'
    if (!existsSync(join(DIST, isNext ? 'next' : '', 'index.html')))
      rmSync(join(cache, 'checked', `${name}.txt`), { force: true })
    return unlessUnchanged(name, inputs(), () => buildSite(isNext ? { DOCS_NEXT: '1' } : {}))
  })

async function buildSite(env) {
  const { generateDocs } = await import('./generate.mjs')
  await generateDocs()
  return node([at('node_modules/vitepress/bin/vitepress.js'), 'build', at('docs')], { env })
}
