import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
import type { ChildOrders } from './orders.ts'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

export interface Child {
  /** Its address; undefined when it died before it had one. */
  readonly ready: Promise<string | undefined>
  /** SIGKILL, and waits until it is gone. Null; or the exit code of one that had ended already, by itself. */
  kill(): Promise<number | null>
  /** SIGTERM: it finishes what it began. Resolves with its exit code. */
  end(): Promise<number | null>
}

/** Processes of the shop, from source, bundled once: Node 20 reads no TypeScript. */
export function children() {
  let folder = ''
  const running = new Set<ChildProcess>()
  const errors: string[] = []

  beforeAll(async () => {
    // Inside the package, so that the bundle finds the driver and the job engine; ignored by git.
    await mkdir(join(packageFolder, '.cache'), { recursive: true })
    folder = await mkdtemp(join(packageFolder, '.cache', 'crash-'))
    await build({
      entryPoints: [join(packageFolder, 'test/crash/child.ts')],
      outfile: join(folder, 'child.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['galla-source'],
      external: ['pg', 'graphile-worker', '@galla/postgres', 'prom-client', 'pino', 'zod', 'kysely', 'nodemailer'],
      banner: { js: `import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url)` },
    })
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const start = (orders: ChildOrders): Child => {
    const child = spawn(process.execPath, [join(folder, 'child.mjs'), JSON.stringify(orders)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    const gone = once(child, 'exit').then(([code]) => {
      running.delete(child)
      return code as number | null
    })
    child.stderr.on('data', (text) => errors.push(String(text)))
    const lines = createInterface({ input: child.stdout })
    const ready = Promise.race([once(lines, 'line').then(([line]) => line as string), gone.then(() => undefined)])
    return {
      ready,
      async kill() {
        child.kill('SIGKILL')
        return gone
      },
      async end() {
        child.kill('SIGTERM')
        return gone
      },
    }
  }
  return { start, errors }
}
