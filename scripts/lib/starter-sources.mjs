import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import ts from 'typescript'
import { at } from './paths.mjs'
import { run } from './run.mjs'
import { workspacesIn } from './workspaces.mjs'

/** Folders of the examples that are templates of create-galla. */
const FOLDERS = ['starter', 'express', 'fastify', 'hono', 'node-http', 'nest', 'next']
const SKIPPED = new Set(['node_modules', '.next', 'test', 'data', 'dist'])
const SOURCE = /(?<!\.d)\.(?:tsx?|css)$/

/** A line that a compiler keeps in place of an empty one, which it would remove. */
const EMPTY_LINE = '//@empty'

/**
 * Collects the examples with the versions that they are tested with. JavaScript is TypeScript without its types.
 * @returns {Promise<import('../../packages/create-galla/src/sources.ts').Sources>}
 */
export async function collectStarterSources() {
  const paths = FOLDERS.flatMap((folder) => sourcesUnder(folder))
  const javascript = await format(Object.fromEntries(paths.map((path) => [path, withoutTypes(path)])))
  const files = paths.map((path) => [path, { ts: textOf(path), js: javascript[path] }])
  return {
    version: readJson('packages/create-galla/package.json').version,
    versions: testedVersions(),
    files: Object.fromEntries(files),
    tsconfigs: { next: textOf('next/tsconfig.json'), nest: textOf('nest/tsconfig.json') },
  }
}

const readJson = (path) => JSON.parse(readFileSync(at(path), 'utf8'))
const textOf = (path) => readFileSync(at('examples', path), 'utf8')

function sourcesUnder(folder) {
  return readdirSync(at('examples', folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (SKIPPED.has(entry.name)) return []
    if (entry.isDirectory()) return sourcesUnder(path)
    return SOURCE.test(entry.name) ? [path] : []
  })
}

/** Exact versions of the packages that the examples need. */
function testedVersions() {
  const manifests = workspacesIn(at()).filter(({ folder }) => folder.startsWith('examples/'))
  const found = manifests.flatMap(({ manifest: { dependencies = {}, devDependencies = {} } }) =>
    Object.entries({ ...devDependencies, ...dependencies }),
  )
  const { version } = readJson('node_modules/tslib/package.json')
  return Object.fromEntries([...found.filter(([name]) => !name.startsWith('@galla/')), ['tslib', version]])
}

/** TypeScript without types, with its comments and empty lines. Decorators become calls of helpers. */
function withoutTypes(path) {
  const text = textOf(path)
  if (path.endsWith('.css')) return text
  const { outputText } = ts.transpileModule(text.replace(/^[ \t]*$/gm, EMPTY_LINE), {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.Preserve,
      verbatimModuleSyntax: true,
      experimentalDecorators: true,
      importHelpers: true,
    },
  })
  return (
    outputText
      .replaceAll(/^[ \t]*\/\/@empty$/gm, '')
      // All of these names were types.
      .replaceAll(', {} from ', ' from ')
  )
}

/** Formats texts as the repository is formatted. The formatter runs once, over a folder. */
async function format(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'galla-starter-'))
  try {
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(formatting()))
    /** @type {(path: string, index: number) => [string, string]} */
    const named = (path, index) => [path, `${index}${extname(path).replace('.ts', '.js')}`]
    const names = Object.keys(texts).map(named)
    for (const [path, name] of names) writeFileSync(join(folder, name), texts[path])
    const { ok, output } = await run(
      process.execPath,
      [at('node_modules/@biomejs/biome/bin/biome'), 'format', '--write', '.'],
      {
        cwd: folder,
      },
    )
    if (!ok) throw new Error(`The templates cannot be formatted:\n${output}`)
    return Object.fromEntries(names.map(([path, name]) => [path, readFileSync(join(folder, name), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function formatting() {
  const { formatter, javascript } = readJson('biome.json')
  return { root: true, formatter, javascript }
}
