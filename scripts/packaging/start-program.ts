import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** Starts a program that serves until it is stopped: its ready line, and how it ended. */
export function startProgram(file: string, ...line: string[]) {
  const child = spawn(process.execPath, [file, ...line], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  return {
    child,
    ready: async (): Promise<{ [name: string]: string }> => {
      const early = ended.then(() => Promise.reject(new Error(`${file} ended before it was ready`)))
      const [first] = await Promise.race([once(lines, 'line'), early])
      return JSON.parse(String(first)).ready
    },
    end: async () => {
      const [code, signal] = await ended
      return { code, signal }
    },
  }
}
