import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { missingFiles, packageModule } from '@galla/http-server/package-files'
import manifest from '../../package.json' with { type: 'json' }
import { readArguments } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { CliError, type Command, EXIT, type ExitCode, type Io, usageError } from '../io.ts'
import { createSandboxClient, sandboxAddress } from '../sandbox-client.ts'

/** `galla run -- node app.js`: runs a program whose requests to the provider's hosts go to the sandbox; other connections to them are refused. */
export const run: Command = async (args, io) => {
  const separator = args.indexOf('--')
  const own = separator < 0 ? args : args.slice(0, separator)
  const { values, positionals } = readArguments(own, COMMANDS.run.options)
  const [program, ...rest] = separator < 0 ? [] : args.slice(separator + 1)
  if (program === undefined || positionals.length > 0) {
    throw usageError('run takes a program behind two dashes: galla run -- node app.js')
  }
  const address = sandboxAddress(io, values.sandbox)
  // A program whose payments fail because nothing listens would be hard to understand.
  await createSandboxClient(io, address)('GET /health')
  return runProgram(program, rest, io, { ...io.env, ...redirectVariables(io.env, address) })
}

/** Variables that make a Node program, and every Node program that it starts, load the redirect first. */
export function redirectVariables(env: Io['env'], address: string): { NODE_OPTIONS: string; GALLA_SANDBOX: string } {
  const redirect = packageModule({ ...manifest, url: import.meta.url }, '@galla/sandbox/redirect')
  if (redirect === undefined)
    throw new CliError(
      missingFiles('The redirect of @galla/sandbox', 'node_modules/@galla/sandbox', '@galla/sandbox', '@galla/sandbox'),
    )
  // A worker that is made from a text ignores --import.
  const option = `--require ${JSON.stringify(redirect)}`
  return { NODE_OPTIONS: `${option} ${env.NODE_OPTIONS ?? ''}`.trim(), GALLA_SANDBOX: address }
}

/**
 * The signal that the program gets when the command gets `reason`. A terminal sends Ctrl-C to both: a second signal would interrupt
 * the program while it ends in order.
 */
export function signalFor(reason: unknown, isTerminal: boolean): NodeJS.Signals | undefined {
  if (reason !== 'SIGINT') return 'SIGTERM'
  return isTerminal ? undefined : 'SIGINT'
}

/** The exit code that a shell reports: 128 and the number of the signal that ended the program. */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? (signal ? 128 + constants.signals[signal] : EXIT.failed)
}

/** Signals of the terminal reach the program by themselves; its exit code becomes the command's. */
function runProgram(program: string, args: readonly string[], io: Io, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  io.err(`galla: requests of Node programs to phonepe.com go to the sandbox at ${env.GALLA_SANDBOX}`)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
    const stop = (): void => {
      const signal = signalFor(io.stop.reason, process.stdin.isTTY)
      if (signal) child.kill(signal)
    }
    io.stop.addEventListener('abort', stop, { once: true })
    child.once('error', (error) => reject(new CliError(`${program} cannot be started: ${error.message}`)))
    child.once('exit', (code, signal) => {
      io.stop.removeEventListener('abort', stop)
      resolve(exitCodeOf(code, signal) as ExitCode)
    })
  })
}
