import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const SDK = fileURLToPath(new URL('../../src/index.ts', import.meta.url))
const COMPAT = fileURLToPath(new URL('../../src/compat/index.ts', import.meta.url))
const UNDICI = fileURLToPath(new URL('../../src/http/undici.ts', import.meta.url))
/** A program that is still running after this is killed. Milliseconds. */
const TIMEOUT_MS = 10_000

export interface ProgramExit {
  readonly code: number | null
  /** `SIGKILL` after the timeout. */
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface ProgramRunner extends AsyncDisposable {
  /** Runs a module with `Galla`, `paise`, `compat`, `undiciTransport` and the server's `origin` in scope, until it exits. */
  run(source: string, origin: string): Promise<ProgramExit>
  /** Starts such a module, whose standard input and output are pipes. */
  start(source: string, origin: string): Promise<ChildProcess>
}

/** Bundles programs from the sources and runs each in its own process. */
export async function createProgramRunner(): Promise<ProgramRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'galla-exit-'))
  const running = new Set<ChildProcess>()
  let count = 0
  const runner: ProgramRunner = {
    run: async (source, origin) => exitOf(await runner.start(source, origin)),
    async start(source, origin) {
      count += 1
      const entry = join(folder, `program-${count}.ts`)
      const program = join(folder, `program-${count}.mjs`)
      const imports = [`import { Galla, paise } from ${JSON.stringify(SDK)}`]
      if (source.includes('compat.')) imports.push(`import * as compat from ${JSON.stringify(COMPAT)}`)
      if (source.includes('undiciTransport')) imports.push(`import { undiciTransport } from ${JSON.stringify(UNDICI)}`)
      if (source.includes('new Agent'))
        imports.push(`import { Agent } from ${JSON.stringify(fileURLToPath(import.meta.resolve('undici')))}`)
      await writeFile(entry, `${imports.join('\n')}\nconst origin = process.argv[2]\n${source}\n`)
      await build({
        entryPoints: [entry],
        outfile: program,
        bundle: true,
        platform: 'node',
        format: 'esm',
        conditions: ['galla-source'],
        banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      })
      const child = spawn(process.execPath, [program, origin], { stdio: 'pipe' })
      running.add(child)
      child.once('close', () => running.delete(child))
      return child
    },
    async [Symbol.asyncDispose]() {
      for (const child of running) child.kill('SIGKILL')
      await rm(folder, { recursive: true })
    },
  }
  return runner
}

function exitOf(child: ChildProcess): Promise<ProgramExit> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const stop = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(stop)
      resolve({ code, signal, stdout, stderr })
    })
  })
}
