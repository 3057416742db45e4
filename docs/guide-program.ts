import { build } from 'esbuild'

/** Typed so that a check does not narrow what the next lines see. */
const CHECK =
  "import { deepStrictEqual } from 'node:assert'\nconst check: (actual: unknown, expected: unknown) => void = deepStrictEqual"

/** The page whose samples come before those of a page. */
export const continuedPage = (markdown: string): string | undefined =>
  /^The samples continue those of \[.*\]\(([\w-]+\.md)\)\.$/m.exec(markdown)?.[1]

/**
 * A guide is a program: its `ts` blocks, in order, after those of the page that the guide continues. `expression //=> value` is a check.
 * @param read the text of another page
 */
export function programOf(markdown: string, read: (page: string) => string): string {
  const code = codeOf(markdown, read).replace(/^(\s*)(.+?) \/\/=> (.+)$/gm, '$1check($2, $3)')
  return `${CHECK}\n${code}\nexport {}\n`
}

function codeOf(markdown: string, read: (page: string) => string): string {
  const before = continuedPage(markdown)
  const own = [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
  return [...(before === undefined ? [] : [codeOf(read(before), read)]), ...own].join('\n')
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
