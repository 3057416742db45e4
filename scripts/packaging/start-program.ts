import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/**
 * Starts a program that serves until it is stopped.
 * @param said the line with which it says that it is ready
 * @param lines collects what it prints
 */
export function start(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  said: RegExp,
  lines: string[] = [],
) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const ready = new Promise<RegExpExecArray>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream as NonNullable<typeof stream> }).on('line', (line) => {
        lines.push(line)
        const found = said.exec(line)
        if (found) resolve(found)
      })
    ended.then(([code]) => reject(new Error(`${command} ended with ${code}:\n${lines.join('\n')}`)))
  })
  // Not every test waits for it.
  ready.catch(() => {})
  return { child, lines, ready, ended }
}

/** Starts a program of ours until the end of the test: the addresses of its ready line, and how it ended. */
export function startProgram(file: string, ...line: string[]) {
  const { child, ready, ended, lines } = start(process.execPath, [file, ...line], {}, /^\{"ready":.*/)
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    child,
    lines,
    ready: async (): Promise<{ [name: string]: string }> => JSON.parse((await ready)[0]).ready,
    end: async () => {
      const [code, signal] = await ended
      return { code, signal }
    },
  }
}
