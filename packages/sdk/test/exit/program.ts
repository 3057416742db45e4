import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const SDK = fileURLToPath(new URL('../../src/index.ts', import.meta.url))
const UNDICI = fileURLToPath(new URL('../../src/http/undici-transport.ts', import.meta.url))
/** A program that has not ended by then never will. Milliseconds. */
const HARD_STOP_MS = 10_000

export interface Ended {
  readonly code: number | null
  /** `SIGKILL` when the program had to be stopped. */
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Workshop extends AsyncDisposable {
  /** Runs a module in which `Galla`, `paise` and `undiciTransport` are there, and `origin` is the server's; waits for its natural end. */
  run(source: string, origin: string): Promise<Ended>
}

/** A place where programs are bundled from the sources and run, each in a process of its own. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'galla-exit-'))
  const running = new Set<ChildProcess>()
  let count = 0
  return {
    async run(source, origin) {
      count += 1
      const entry = join(folder, `program-${count}.ts`)
      const program = join(folder, `program-${count}.mjs`)
      const imports = [`import { Galla, paise } from ${JSON.stringify(SDK)}`]
      if (source.includes('undiciTransport')) imports.push(`import { undiciTransport } from ${JSON.stringify(UNDICI)}`)
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
      const child = spawn(process.execPath, [program, origin], { stdio: ['ignore', 'pipe', 'pipe'] })
      running.add(child)
      return await ended(child).finally(() => running.delete(child))
    },
    async [Symbol.asyncDispose]() {
      for (const child of running) child.kill('SIGKILL')
      await rm(folder, { recursive: true })
    },
  }
}

function ended(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const stop = setTimeout(() => child.kill('SIGKILL'), HARD_STOP_MS)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(stop)
      resolve({ code, signal, stdout, stderr })
    })
  })
}
