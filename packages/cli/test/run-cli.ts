import type { Io } from '../src/io.ts'
import { run } from '../src/main.ts'

interface Result {
  code: number
  out: string
  err: string
}

/** Runs a command line and returns its output. By default there is no network. */
export async function runCli(line: readonly string[], parts: Partial<Io> = {}): Promise<Result> {
  const out: string[] = []
  const err: string[] = []
  const code = await run(line, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    env: {},
    fetch: async () => {
      throw new TypeError('fetch failed')
    },
    nowMs: () => 0,
    pause: async () => undefined,
    stop: new AbortController().signal,
    ...parts,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
