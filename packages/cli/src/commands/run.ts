import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { readArguments } from '../arguments.ts'
import { CliError, type Command, EXIT, type ExitCode, type Io, usageError } from '../io.ts'
import { createSandboxClient, sandboxAddress } from '../sandbox-client.ts'

/** `galla run -- node app.js`: runs a program whose requests to the provider's hosts go to the sandbox. */
export const run: Command = async (args, io) => {
  const separator = args.indexOf('--')
  const own = separator < 0 ? args : args.slice(0, separator)
  const { values, positionals } = readArguments(own, { sandbox: { type: 'string' } })
  const [program, ...rest] = separator < 0 ? [] : args.slice(separator + 1)
  if (program === undefined || positionals.length > 0) {
    throw usageError('run takes a program behind two dashes: galla run -- node app.js')
  }
  const address = sandboxAddress(io, values.sandbox)
  // A program whose payments fail because nothing listens would be hard to understand.
  await createSandboxClient(io, address)('GET /health')
  return runProgram(program, rest, io, { ...io.env, ...redirectVariables(io.env, address) })
}

/** What makes a Node program, and every Node program that it starts, load the redirect first. */
export function redirectVariables(env: Io['env'], address: string): { NODE_OPTIONS: string; GALLA_SANDBOX: string } {
  const redirect = pathToFileURL(createRequire(import.meta.url).resolve('@galla/sandbox/redirect')).href
  return { NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --import ${redirect}`.trim(), GALLA_SANDBOX: address }
}

/** Signals of the terminal reach the program by themselves; its exit code becomes the command's. */
function runProgram(program: string, args: readonly string[], io: Io, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  io.err(`galla: requests of Node programs to phonepe.com go to the sandbox at ${env.GALLA_SANDBOX}`)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
    const stop = (): void => void child.kill('SIGTERM')
    io.stop.addEventListener('abort', stop, { once: true })
    child.once('error', (error) => reject(new CliError(`${program} cannot be started: ${error.message}`)))
    child.once('exit', (code) => {
      io.stop.removeEventListener('abort', stop)
      resolve((code ?? EXIT.failed) as ExitCode)
    })
  })
}
