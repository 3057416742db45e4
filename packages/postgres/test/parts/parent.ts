import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { RunningPostgres, StartOptions } from '@galla/postgres'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

export interface Parent {
  process: ChildProcess
  /** What its start returned, or the error's message. */
  started: Promise<Pick<RunningPostgres, 'connection' | 'adopted'> | { error: string }>
  /** Asks it to stop its server and waits until it has ended; true when the server was stopped. */
  stop(): Promise<boolean>
}

/** Other Node processes that start the same folder. They run the source, bundled once, as Node 20 reads no TypeScript. */
export function parents() {
  let folder = ''
  const running = new Set<ChildProcess>()

  beforeAll(async () => {
    // Inside the package, so that the bundle finds the driver and the binaries; ignored by git.
    await mkdir(join(packageFolder, '.cache'), { recursive: true })
    folder = await mkdtemp(join(packageFolder, '.cache', 'door-'))
    await build({
      entryPoints: [join(packageFolder, 'src/index.ts')],
      outfile: join(folder, 'door.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['pg'],
    })
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  /** @param before Words in front of `node`: another user, another namespace. */
  return function parent(options: StartOptions, listens = true, before: readonly string[] = []): Parent {
    const program = `
      import { startPostgres } from ${JSON.stringify(join(folder, 'door.mjs'))}
      const tell = (what) => console.log(JSON.stringify(what))
      try {
        const server = await startPostgres(${JSON.stringify(options)})
        tell({ connection: server.connection, adopted: server.adopted })
        if (${listens}) process.stdin.once('data', async () => {
          tell({ stopped: await server.stop() })
          process.stdin.destroy()
        })
      } catch (error) { tell({ error: error.message }) }`
    const [file = '', ...args] = [...before, process.execPath, '--input-type=module', '-e', program]
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    running.add(child)
    child.once('exit', () => running.delete(child))
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value ?? '{"error":"it ended without a word"}')
    const started = next()
    return {
      process: child,
      started,
      stop: async () => {
        await started
        const ended = once(child, 'exit')
        child.stdin.write('stop\n')
        const { stopped } = await next()
        await ended
        return stopped
      },
    }
  }
}
