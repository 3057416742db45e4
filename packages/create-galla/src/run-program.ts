import { type ChildProcess, spawn } from 'node:child_process'

/** Result of a program. */
export type Ended = 'done' | 'failed' | 'stopped'

/** Runs a program, unless Ctrl-C was pressed before. */
export type RunProgram = (command: string, args: readonly string[], cwd: string) => Promise<Ended>

/** Does work during which Ctrl-C ends the program that runs, but not this process, which says afterwards what is there. */
export async function surviveCtrlC<Result>(work: (run: RunProgram) => Promise<Result>): Promise<Result> {
  let isPressed = false
  let running: ChildProcess | undefined
  // A terminal sends the signal to the program as well, but not when the program starts just afterwards.
  const press = () => {
    isPressed = true
    running?.kill('SIGINT')
  }
  process.on('SIGINT', press)
  try {
    return await work(async (...program) => {
      if (isPressed) return 'stopped'
      running = start(...program)
      const ended = await endOf(running)
      isPressed ||= ended === 'stopped'
      return isPressed ? 'stopped' : ended
    })
  } finally {
    process.off('SIGINT', press)
  }
}

/** Starts a program whose output goes to the standard error, which no reader of a summary gets. */
const start: (...program: Parameters<RunProgram>) => ChildProcess = (command, args, cwd) =>
  // On Windows npm, pnpm and yarn are batch files, which need a shell. No argument comes from outside.
  spawn(command, args, { cwd, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })

/** A program may end by Ctrl-C before the signal reaches this process, so the program's end says it, too. */
const endOf = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => {
    child.on('error', () => resolve('failed'))
    child.on('close', (code, signal) => {
      const isInterrupted = signal === 'SIGINT' || code === INTERRUPTED
      resolve(code === 0 ? 'done' : isInterrupted ? 'stopped' : 'failed')
    })
  })

/** The exit code by which a program reports Ctrl-C that it has handled itself. */
const INTERRUPTED = 130
