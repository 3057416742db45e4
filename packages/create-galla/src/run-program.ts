import { spawn } from 'node:child_process'

/** How a program ended. */
export type Ended = 'done' | 'failed' | 'stopped'

/**
 * Runs a program and shows its output on the standard error, which no reader of a summary gets.
 * @returns `stopped` after Ctrl-C, which the program receives as well
 */
export function runProgram(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  // On Windows npm, pnpm and yarn are batch files, which need a shell. No argument comes from outside.
  const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  return new Promise((resolve) => {
    let isStopped = false
    const stop = () => {
      isStopped = true
    }
    process.on('SIGINT', stop)
    const end = (ended: Ended) => {
      process.off('SIGINT', stop)
      resolve(isStopped ? 'stopped' : ended)
    }
    child.on('error', () => end('failed'))
    child.on('close', (code) => end(code === 0 ? 'done' : 'failed'))
  })
}
