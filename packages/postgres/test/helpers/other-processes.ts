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

/** A Node process beside the test's own that starts a server. */
export interface OtherProcess {
  process: ChildProcess
  /** The result of `startPostgres()` in that process, or the message of its error. */
  started: Promise<Pick<RunningPostgres, 'connection' | 'adopted'> | { error: string }>
  /** Makes it call `stop()`, and waits until it has exited. Resolves to the result of `stop()`. */
  stop(): Promise<boolean>
}

/** Starts other Node processes. They run the sources as one bundle, because Node 20 cannot load TypeScript. */
export function otherProcesses() {
  let folder = ''
  const running = new Set<ChildProcess>()

  beforeAll(async () => {
    // Inside the package, so that the bundle resolves the driver and the binaries. Git ignores the folder.
    await mkdir(join(packageFolder, '.cache'), { recursive: true })
    folder = await mkdtemp(join(packageFolder, '.cache', 'bundle-'))
    await build({
      entryPoints: [join(packageFolder, 'src/index.ts')],
      outfile: join(folder, 'postgres.mjs'),
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

  /**
   * @param listens Whether it keeps running until `stop()`; otherwise it ends by itself.
   * @param before Command in front of `node`, such as one that switches to another user.
   */
  return function startProcess(options: StartOptions, listens = true, before: readonly string[] = []): OtherProcess {
    const program = `
      import { startPostgres } from ${JSON.stringify(join(folder, 'postgres.mjs'))}
      const report = (value) => console.log(JSON.stringify(value))
      try {
        const server = await startPostgres(${JSON.stringify(options)})
        report({ connection: server.connection, adopted: server.adopted })
        if (${listens}) process.stdin.once('data', async () => {
          report({ stopped: await server.stop() })
          process.stdin.destroy()
        })
      } catch (error) { report({ error: error.message }) }`
    const [file = '', ...args] = [...before, process.execPath, '--input-type=module', '-e', program]
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    running.add(child)
    child.once('exit', () => running.delete(child))
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value ?? '{"error":"it ended without output"}')
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
