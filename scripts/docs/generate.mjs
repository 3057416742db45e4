import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { at, root } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'
import { errorsPage } from './errors-page.mjs'
import { openApiDocuments } from './openapi.mjs'
import { httpPage, variablesPage } from './pages.mjs'
import { readVersion, releaseNotesPage } from './release-notes.mjs'

const OUT = at('docs/api')
const PUBLIC = at('docs/public/api')
const ENTRIES = ['sdk', 'gateway', 'sandbox', 'react', 'postgres'].map((name) => `packages/${name}/src/index.ts`)

/** Makes the pages below `docs/api` from the sources. They are not committed. */
export async function generateDocs() {
  rmSync(OUT, { recursive: true, force: true })
  const { ok, output } = await typedoc()
  if (!ok) throw new Error(`typedoc failed:\n${output}`)
  mkdirSync(PUBLIC, { recursive: true })
  const apis = openApiDocuments()
  for (const { file, document } of apis) writeFileSync(`${PUBLIC}/${file}`, `${JSON.stringify(document, null, 2)}\n`)
  writeFileSync(`${OUT}/errors-by-code.md`, await errorsPage())
  writeFileSync(`${OUT}/variables.md`, await variablesPage())
  writeFileSync(`${OUT}/http.md`, httpPage(apis))
  writeFileSync(`${OUT}/release-notes.md`, releaseNotesPage(await readVersion()))
}

const typedoc = () =>
  node([
    at('node_modules/typedoc/bin/typedoc'),
    ...ENTRIES.flatMap((path) => ['--entryPoints', path]),
    ...['--options', at('docs/.vitepress/typedoc.json'), '--out', OUT, '--basePath', root],
  ])
