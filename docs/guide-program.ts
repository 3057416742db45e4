import { build } from 'esbuild'

/** Typed so that a check does not narrow what the next lines see. */
const CHECK =
  "import { deepStrictEqual } from 'node:assert'\nconst check: (actual: unknown, expected: unknown) => void = deepStrictEqual"

/** A guide is a program: its `ts` blocks, in order. `expression //=> value` is a check. */
export function programOf(markdown: string): string {
  const blocks = [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
  const code = blocks.join('\n').replace(/^(\s*)(.+?) \/\/=> (.+)$/gm, '$1check($2, $3)')
  return `${CHECK}\n${code}\nexport {}\n`
}

/** One file that runs by itself; what is not a module of the standard kind stays outside. */
export async function bundle(file: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['galla-source'],
    // Servers' parts that are not modules of the standard kind, or find files beside themselves.
    external: ['undici', '@opentelemetry/api', 'pg', 'pino', 'prom-client', '@galla/postgres', 'knex', 'typeorm'],
    logLevel: 'silent',
  })
}
