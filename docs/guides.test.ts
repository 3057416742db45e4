import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

const docs = import.meta.dirname
const root = join(docs, '..')
const out = join(root, '.cache', 'guides')

/** Typed so that a check does not narrow what the next lines see. */
const CHECK =
  "import { deepStrictEqual } from 'node:assert'\nconst check: (actual: unknown, expected: unknown) => void = deepStrictEqual"

/** A guide is a program: its `ts` blocks, in order. `expression //=> value` is a check. */
function programOf(markdown: string): string {
  const blocks = [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
  const code = blocks.join('\n').replace(/^(\s*)(.+?) \/\/=> (.+)$/gm, '$1check($2, $3)')
  return `${CHECK}\n${code}\nexport {}\n`
}

const guides = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, program: programOf(readFileSync(join(docs, name), 'utf8')) }))
  .filter(({ program }) => program.split('\n').length > 4)

mkdirSync(out, { recursive: true })
for (const { name, program } of guides) writeFileSync(join(out, name.replace('.md', '.ts')), program)

describe('guides', () => {
  test('every sample compiles under the strictest settings', () => {
    const files = guides.map(({ name }) => name.replace('.md', '.ts'))
    writeFileSync(
      join(out, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: {
          lib: ['es2022', 'esnext.disposable', 'dom'],
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
  }, 120_000)

  test.each(guides)('$name runs, and its checked values hold', async ({ name }) => {
    const outfile = join(out, name.replace('.md', '.mjs'))
    await build({
      entryPoints: [join(out, name.replace('.md', '.ts'))],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['galla-source'],
      // Servers' parts that are no modules of the standard kind, or find files beside themselves.
      external: ['undici', '@opentelemetry/api', 'pg', 'pino', 'prom-client', '@galla/postgres'],
      logLevel: 'silent',
    })
    await expect(import(pathToFileURL(outfile).href)).resolves.toBeDefined()
  })
})
