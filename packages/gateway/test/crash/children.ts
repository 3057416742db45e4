import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
import type { ChildConfig } from './orders.ts'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

export interface Child {
  /** URL of its server; undefined if it ended before it listened. */
  readonly ready: Promise<string | undefined>
  /** Sends SIGKILL and waits for the exit. Resolves with null, or with the exit code if the process had exited before. */
  kill(): Promise<number | null>
  /** Sends SIGSTOP: nothing of it runs until `resume`. */
  pause(): void
  resume(): void
  /** Sends SIGTERM, so the process finishes its work. Resolves with its exit code. */
  terminate(): Promise<number | null>
}

/**
 * Starts gateway processes from source, bundled once because Node 20 does not run TypeScript.
 * @param options.migrations Path of a module that replaces `storage/migrations/migrations.ts`: the schema of another release.
 * @param options.program The process, a path in the package.
 */
export function setupChildProcesses({
  migrations,
  program = 'test/crash/child.ts',
}: {
  migrations?: string
  program?: string
} = {}) {
  let folder = ''
  const running = new Set<ChildProcess>()
  const errors: string[] = []

  beforeAll(async () => {
    // Inside the package, so that the bundle finds the driver and the job engine; ignored by git.
    await mkdir(join(packageFolder, '.cache'), { recursive: true })
    folder = await mkdtemp(join(packageFolder, '.cache', 'crash-'))
    await build({
      entryPoints: [join(packageFolder, program)],
      outfile: join(folder, 'child.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['galla-source'],
      external: ['pg', '@galla/postgres', 'prom-client', 'pino', 'zod', 'kysely', 'nodemailer'],
      plugins: migrations === undefined ? [] : [replaceMigrations(migrations)],
      banner: { js: `import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url)` },
    })
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const start = (config: ChildConfig): Child => {
    const child = spawn(process.execPath, [join(folder, 'child.mjs'), JSON.stringify(config)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    const exited = once(child, 'exit').then(([code]) => {
      running.delete(child)
      return code as number | null
    })
    child.stderr.on('data', (text) => errors.push(String(text)))
    const lines = createInterface({ input: child.stdout })
    const ready = Promise.race([once(lines, 'line').then(([line]) => line as string), exited.then(() => undefined)])
    return {
      ready,
      async kill() {
        child.kill('SIGKILL')
        return exited
      },
      pause: () => void child.kill('SIGSTOP'),
      resume: () => void child.kill('SIGCONT'),
      async terminate() {
        child.kill('SIGTERM')
        return exited
      },
    }
  }
  return { start, errors }
}

/** The module itself imports the original. */
function replaceMigrations(path: string): Plugin {
  return {
    name: 'migrations of another release',
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/migrations\.ts$/ }, ({ importer }) => (importer === path ? undefined : { path })),
  }
}
