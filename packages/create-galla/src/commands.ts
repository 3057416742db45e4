import { Cancelled } from './ask.ts'
import { createShop } from './create-shop.ts'
import type { ExitCode, Host } from './host.ts'
import { initProject } from './init-project.ts'
import { CREATE_HELP, INIT_HELP, type Options, readOptions } from './options.ts'
import { UsageError } from './usage-error.ts'

/** Starts a new shop: `npm create galla`. @returns the exit code */
export const create = (args: readonly string[], host: Host = processHost()): Promise<ExitCode> =>
  run(args, host, CREATE_HELP, createShop)

/** Adds payments to a project: `galla init`. @returns the exit code */
export const init = (args: readonly string[], host: Host = processHost()): Promise<ExitCode> =>
  run(args, host, INIT_HELP, initProject)

async function run(
  args: readonly string[],
  host: Host,
  help: string,
  command: (options: Options, host: Host) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    const options = readOptions(args)
    if (!options.help) return await command(options, host)
    host.out(help)
    return 0
  } catch (error) {
    if (error instanceof Cancelled) return 1
    if (!(error instanceof UsageError)) throw error
    host.err(error.message)
    return 2
  }
}

function processHost(): Host {
  const { env, stdin, stdout } = process
  return {
    cwd: process.cwd(),
    env,
    isTerminal: stdin.isTTY === true && stdout.isTTY === true,
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
  }
}
