import { readdirSync } from 'node:fs'
import { withLock } from '../lib/lock.mjs'
import { at } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'
import { lastSuccess, unlessUnchanged } from '../lib/unless-unchanged.mjs'

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
const DIST = 'docs/.vitepress/dist'

/**
 * Builds the documentation site to `docs/.vitepress/dist`, unless its sources are unchanged.
 * @param {{ isNext?: boolean }} options `isNext`: below `next/`, beside the released version
 */
export const buildDocs = ({ isNext = false } = {}) =>
  withLock('docs', async () => {
    const last = lastSuccess(isNext ? 'docs-next' : 'docs', inputs(), [`${DIST}/${isNext ? 'next/' : ''}index.html`])
    return unlessUnchanged(last, () => buildSite(isNext ? { DOCS_NEXT: '1' } : {}))
  })

async function buildSite(env) {
  const { generateDocs } = await import('./generate.mjs')
  await generateDocs()
  return node([at('node_modules/vitepress/bin/vitepress.js'), 'build', at('docs')], { env })
}
