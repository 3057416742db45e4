import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Listening, listen } from '@galla/http-server/listen'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))

/** The two ways in which a program gets the redirect: by the command `galla run`, or by an option of its own. */
export type Start = 'NODE_OPTIONS' | '--import'

export interface Programs {
  /** Runs ES modules in a folder that has the package, beside each other: the first is started. @returns its standard output and error */
  run(start: Start, files: { [name: string]: string }): Promise<{ stdout: string; stderr: string }>
  /** Bytes that arrived at the server in the provider's place since the last question. */
  reached(): number
}

/** Real programs with the redirect, and a server in the place of the provider that counts what reaches it. */
export function setupPrograms(): Programs {
  let folder = ''
  let sandbox: Listening
  let provider: Server
  let proxy: Server
  let bytes = 0
  let count = 0

  beforeAll(async () => {
    // Inside the package, so that programs find undici; ignored by git. The name has a space, as folders of people have.
    await mkdir(join(packageFolder, '.cache'), { recursive: true })
    folder = await mkdtemp(join(packageFolder, '.cache', 'redirect of programs-'))
    const installed = join(folder, 'node_modules/@galla/sandbox')
    for (const { format, extension, ...own } of [
      { format: 'esm', extension: 'mjs' },
      // As the package's own build does.
      { format: 'cjs', extension: 'cjs', banner: { js: OWN_URL }, define: { 'import.meta.url': 'ownUrl' } },
    ] as const)
      await build({
        ...own,
        entryPoints: [join(packageFolder, 'src/redirect/index.ts')],
        outfile: join(installed, `dist/redirect.${extension}`),
        bundle: true,
        format,
        platform: 'node',
        conditions: ['galla-source'],
      })
    await build({ entryPoints: [join(packageFolder, 'package.json')], outdir: installed, loader: { '.json': 'copy' } })
    sandbox = await listen(async () => new Response(null, { status: 418 }))
    provider = await listening((socket) => {
      socket.on('data', (data) => {
        bytes += data.length
        socket.destroy()
      })
    })
    proxy = await listening((socket) => {
      socket.once('data', () => {
        const through = connectSocket(portOf(provider), '127.0.0.1')
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        socket.pipe(through).pipe(socket)
        for (const one of [socket, through]) one.on('error', () => {})
        through.on('close', () => socket.destroy())
        socket.on('close', () => through.destroy())
      })
    })
  })
  afterAll(async () => {
    provider.close()
    proxy.close()
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  })

  return {
    async run(start, files) {
      const own = join(folder, `program-${count++}`)
      await mkdir(own)
      await writeFile(join(own, 'shared.mjs'), SHARED)
      for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text)
      const [program = ''] = Object.keys(files)
      const dist = join(folder, 'node_modules/@galla/sandbox/dist')
      const option = ['--import', pathToFileURL(join(dist, 'redirect.mjs')).href]
      return promisify(execFile)(process.execPath, [...(start === '--import' ? option : []), program], {
        cwd: own,
        timeout: 25_000,
        env: {
          PATH: process.env.PATH,
          GALLA_SANDBOX: sandbox.url,
          PROVIDER_PORT: String(portOf(provider)),
          PROXY_PORT: String(portOf(proxy)),
          ...(start === 'NODE_OPTIONS'
            ? { NODE_OPTIONS: `--require ${JSON.stringify(join(dist, 'redirect.cjs'))}` }
            : {}),
        },
      })
    },
    reached() {
      const now = bytes
      bytes = 0
      return now
    },
  }
}

const OWN_URL = `const ownUrl = require('node:url').pathToFileURL(__filename).href`

/** The provider's name leads to the counting server, by a name resolution of the program's own. */
const SHARED = `export const port = Number(process.env.PROVIDER_PORT)
export const lookup = (name, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
const innermost = (error) => (error.cause ? innermost(error.cause) : error)
export const tell = (error) => {
  const { code, message } = innermost(error)
  console.log(JSON.stringify({ code, message }))
}
`

async function listening(onSocket: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => onSocket(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const portOf = (server: Server): number => (server.address() as { port: number }).port
