import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/**
 * Runs a program to its end and collects its output. Never rejects: a program that does not start is a failure with a reason.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ ok: boolean, code: number | null, output: string, ms: number }>}
 */
export function run(command, args, options = {}) {
  const startedMs = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    ...options,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    const end = (code, extra = '') =>
      resolve({
        ok: code === 0,
        code,
        output: Buffer.concat(chunks).toString('utf8') + extra,
        ms: performance.now() - startedMs,
      })
    child.on('error', (error) => end(null, `${command} did not start: ${error.message}\n`))
    child.on('close', (code, signal) => end(code, signal ? `${command} was ended by ${signal}\n` : ''))
  })
}

/** Runs a script with the Node that runs this one. */
export const node = (args, options) => run(process.execPath, args, options)

/** On Windows npm is a batch file, which needs a shell. */
export const npm = (args, options) => run('npm', args, { shell: process.platform === 'win32', ...options })
