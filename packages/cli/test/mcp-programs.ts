import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll } from 'vitest'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))

/** An answer of a tool, parsed. */
export interface ToolAnswer {
  readonly source: {
    readonly api?: string[]
    readonly server?: string
    readonly console?: string
    readonly readAt: string
  }
  readonly note?: string
  readonly data: { readonly [name: string]: unknown } & { readonly rows?: { readonly [name: string]: unknown }[] }
  readonly error?: { readonly code?: string; readonly message: string }
}

/** Clients of the protocol that start `galla mcp` from source, bundled once because Node 20 does not run TypeScript. */
export function setupMcpPrograms() {
  let folder = ''
  const open: Client[] = []
  beforeAll(async () => {
    // Inside the package, so that the bundle finds its packages; ignored by git.
    await mkdir(join(packageFolder, '.cache'), { recursive: true })
    folder = await mkdtemp(join(packageFolder, '.cache', 'mcp-'))
    await build({
      stdin: {
        contents: `import { run } from './main.ts'\nprocess.exitCode = await run(process.argv.slice(2))`,
        resolveDir: join(packageFolder, 'src'),
        loader: 'ts',
      },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      // A command loads the packages that it needs, and no others.
      splitting: true,
      format: 'esm',
      platform: 'node',
      conditions: ['galla-source'],
      external: ['@modelcontextprotocol/*', 'zod', 'undici'],
      banner: { js: `import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url)` },
      plugins: [
        {
          name: 'other-commands',
          setup: ({ onResolve }) =>
            onResolve({ filter: /^@galla\/(?:gateway|postgres|sandbox|sdk)/ }, ({ path }) => ({
              path,
              external: true,
            })),
        },
      ],
    })
  })
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Starts `galla mcp` and connects. Fails when the program ends first. */
  async function connect(args: readonly string[], env: { readonly [name: string]: string } = {}) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(folder, 'stdin.mjs'), 'mcp', ...args],
      env: { ...env },
      stderr: 'pipe',
    })
    const printed: string[] = []
    transport.stderr?.on('data', (text) => printed.push(String(text)))
    const client = new Client({ name: 'test', version: '1' })
    open.push(client)
    await client.connect(transport).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${printed.join('')}`)
    })
    const texts: string[] = []
    return {
      client,
      /** Everything that the program has printed or answered. */
      all: () => [...printed, ...texts].join('\n'),
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      async call(name: string, args: object = {}): Promise<ToolAnswer & { isError?: boolean; text: string }> {
        const result = await client.callTool({ name, arguments: { ...args } })
        const [{ text }] = result.content as [{ text: string }]
        texts.push(text)
        const parsed = text.startsWith('{') ? JSON.parse(text) : {}
        return { ...parsed, text, ...(result.isError === true && { isError: true }) }
      },
    }
  }
  return { connect }
}
