import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bundle, continuedPage, programOf } from './guide-program.ts'

const docs = import.meta.dirname
const root = join(docs, '..')
const out = join(root, '.cache', 'guides')

/** Decisions are not guides, and what starts with a dot or a `_` is made. */
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !/^(?:adr|api|\.)|node_modules/.test(name))
  .map((name) => ({ name, file: join(docs, name) }))
const readmes = readdirSync(join(root, 'packages'))
  .map((folder) => ({ name: `readme-${folder}.md`, file: join(root, 'packages', folder, 'README.md') }))
  .filter(({ file }) => existsSync(file))

const readPage = (name: string) => readFileSync(join(docs, name), 'utf8')
const programs = ({ name, file }: { name: string; file: string }) => ({
  name,
  program: programOf(readFileSync(file, 'utf8'), name, readPage),
})
/** Their samples are part of the program of another page. */
const continued = new Set(pages.map(({ name }) => continuedPage(readPage(name), name)))
const isProgram = ({ program }: { program: string }) => program.split('\n').length > 4
const guides = pages
  .filter(({ name }) => !continued.has(name))
  .map(programs)
  .filter(isProgram)
const packages = readmes.map(programs).filter(isProgram)
const components = readmes.flatMap(({ name, file }) => {
  const [, code] = /^```tsx\n([\s\S]*?)^```$/m.exec(readFileSync(file, 'utf8')) ?? []
  return code === undefined ? [] : [{ name: name.replace('.md', '.tsx'), code }]
})

const pathOf = (name: string, kind: string) => join(out, name.replaceAll('/', '-').replace('.md', kind))
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
for (const { name, program } of [...guides, ...packages]) writeFileSync(pathOf(name, '.ts'), program)
for (const { name, code } of components) writeFileSync(pathOf(name, '.tsx'), code)

/** A guide as one file that runs by itself. */
async function bundled(name: string): Promise<string> {
  const outfile = pathOf(name, '.mjs')
  await bundle(pathOf(name, '.ts'), outfile)
  return outfile
}

describe('guides', () => {
  test('every sample compiles under the strictest settings', () => {
    const files = readdirSync(out).filter((name) => /\.tsx?$/.test(name))
    expect(files.length).toBeGreaterThan(10)
    writeFileSync(
      join(out, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: {
          jsx: 'react-jsx',
          lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable'],
          types: ['node'],
          noUnusedLocals: false,
          noUnusedParameters: false,
        },
        files,
      }),
    )
    const tsc = join(root, 'node_modules', 'typescript7', 'bin', 'tsc')
    let diagnostics = ''
    try {
      execFileSync(process.execPath, [tsc, '-p', out], { encoding: 'utf8' })
    } catch (error) {
      // The sources behind the samples are checked by themselves, elsewhere.
      diagnostics = String((error as { stdout?: string }).stdout).replace(/^packages\/.*\n( .*\n)*/gm, '')
    }
    expect(diagnostics).toBe('')
  })

  test.each(guides)('$name runs, and its checked values hold', async ({ name }) => {
    const outfile = await bundled(name)
    await expect(import(pathToFileURL(outfile).href)).resolves.toBeDefined()
  })
  test('the first guide prints why its receiver refuses a callback', async () => {
    const { stderr } = spawnSync(process.execPath, [await bundled('get-started.md')], { encoding: 'utf8' })
    expect(stderr).toMatch(/^Callback refused: The Authorization header is missing/)
  })
  // As a program of its own, in an empty folder: it must also end.
  test.each(packages)('$name runs and exits', async ({ name }) => {
    const outfile = await bundled(name)
    const cwd = mkdtempSync(join(tmpdir(), 'galla-readme-'))
    try {
      execFileSync(process.execPath, [outfile], { cwd, stdio: 'pipe' })
    } finally {
      rmSync(cwd, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    }
  })
})
