import { spawnSync } from 'node:child_process'

/** A program that asks a key service over the network. Milliseconds. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 65_536

/** The output of a program, or why there is none, as the end of a sentence. */
export type ProgramOutput = { readonly output: string } | { readonly problem: string }

/**
 * The program and its arguments that a variable names: words, or a JSON list of texts where an argument has a space. No shell reads them.
 * Undefined when the text names no absolute path.
 */
export function wordsOf(command: string): readonly [string, ...string[]] | undefined {
  const words: unknown = command.startsWith('[') ? parseList(command) : command.split(/\s+/)
  const isList = Array.isArray(words) && words.every((word) => typeof word === 'string')
  return isList && words[0]?.startsWith('/') ? (words as [string, ...string[]]) : undefined
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Variables of the gateway hold secrets, which the program does not need. */
const withoutOurs = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GALLA_')))

/** Runs a program, and shows nothing that it writes: its errors may hold secrets as well. */
export function outputOf(file: string, args: readonly string[], timeoutMs = TIMEOUT_MS): ProgramOutput {
  const { error, status, signal, stdout } = spawnSync(file, args, {
    ...{ env: withoutOurs(process.env), encoding: 'utf8', shell: false },
    ...{ timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: MAX_BYTES },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { code } = (error ?? {}) as { code?: string }
  if (code === 'ETIMEDOUT' && status !== null)
    return {
      problem: `ended, but left a program behind that keeps its output open: redirect the output of that program`,
    }
  if (code === 'ETIMEDOUT') return { problem: `did not end within ${timeoutMs / 1_000} s` }
  if (code === 'ENOBUFS') return { problem: `wrote more than ${MAX_BYTES} bytes` }
  if (error) return { problem: `cannot be started: ${code ?? 'unknown error'}` }
  if (signal !== null) return { problem: `was ended by ${signal}` }
  if (status !== 0) return { problem: `ended with exit code ${status}` }
  return stdout.trim() === '' ? { problem: 'wrote nothing' } : { output: stdout }
}
