import { posix } from 'node:path'
import { build } from 'esbuild'

/** Typed so that a check does not narrow what the next lines see. */
const CHECK =
  "import { deepStrictEqual } from 'node:assert'\nconst check: (actual: unknown, expected: unknown) => void = deepStrictEqual"

/**
 * The page whose samples come before those of a page.
 * @param page path of the page below the folder of the guides
 */
export function continuedPage(markdown: string, page: string): string | undefined {
  const link = /^The samples continue from \[.*\]\(([\w./-]+\.md)\)\.$/m.exec(markdown)?.[1]
  return link === undefined ? undefined : posix.join(posix.dirname(page), link)
}

/**
 * A guide is a program: its `ts` blocks, in order, after those of the page that the guide continues. `expression //=> value` is a check.
 * @param page path of the guide below the folder of the guides
 * @param read the text of another page
 */
export function programOf(markdown: string, page: string, read: (page: string) => string): string {
  const code = codeOf(markdown, page, read).replace(/^(\s*)(.+?) \/\/=> (.+)$/gm, '$1check($2, $3)')
  return `${CHECK}\n${code}\nexport {}\n`
}

function codeOf(markdown: string, page: string, read: (page: string) => string): string {
  const before = continuedPage(markdown, page)
  const own = [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
  return [...(before === undefined ? [] : [codeOf(read(before), before, read)]), ...own].join('\n')
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
