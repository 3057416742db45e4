import { setTimeout as sleep } from 'node:timers/promises'
import { usesColors } from './output/color.ts'

/** The environment of a command: output, variables, network, clock and signals. Tests replace it. */
export interface Io {
  out(line: string): void
  err(line: string): void
  /** Results on standard output have colours. @default false */
  colors?: boolean
  env: { readonly [name: string]: string | undefined }
  fetch: typeof fetch
  nowMs(): number
  /** Resolves after `ms` milliseconds, or as soon as the program is asked to stop. */
  pause(ms: number): Promise<void>
  /** Aborted by SIGINT (Ctrl-C) and SIGTERM; the reason is the name of the signal. */
  stop: AbortSignal
}

/** Exit codes, as listed by `galla help`. */
export const EXIT = { ok: 0, failed: 1, usage: 2, unreachable: 3 } as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export type Command = (args: string[], io: Io) => Promise<ExitCode>

/** Ends a command with a message for the user and an exit code. */
export class CliError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

export const usageError = (message: string): CliError => new CliError(message, EXIT.usage)

/** Resolves when the program is asked to stop. */
export const stopped = (stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stop.aborted) resolve()
    else stop.addEventListener('abort', () => resolve(), { once: true })
  })

/** The terminal, clock and signals of this process. */
export function processIo(): Io {
  const stopping = new AbortController()
  // Handled once: a second Ctrl-C ends the process immediately.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(signal))
  for (const stream of [process.stdout, process.stderr]) endOnOutputError(stream, endProcess)
  if (process.env.npm_command !== undefined) onParentExit(() => stopping.abort())
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    colors: usesColors(process.stdout, process.env),
    env: process.env,
    fetch,
    nowMs: Date.now,
    pause: (ms) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
    stop: stopping.signal,
  }
}

/** Ends the command when its output cannot be written: without a message when its reader has gone, as in `galla logs | head`. */
export function endOnOutputError(
  stream: NodeJS.EventEmitter,
  end: (exitCode: ExitCode, message: string) => void,
): void {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    end(EXIT.failed, code === 'EPIPE' ? '' : `galla: the output cannot be written: ${message}\n`)
  })
}

function endProcess(exitCode: ExitCode, message: string): never {
  process.stderr.write(message)
  process.exit(exitCode)
}

const PARENT_POLL_INTERVAL_MS = 500

/** npm can exit on a signal without forwarding it to its child: a server whose npm has exited stops too. */
function onParentExit(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), PARENT_POLL_INTERVAL_MS).unref()
}
