import { Failure, wrongUse } from './failure.ts'
import { type Command, EXIT, type ExitCode, type Io } from './io.ts'
import { realIo } from './real-io.ts'

/** Each command loads its room when it runs: `galla help` loads nothing. */
const COMMANDS: { readonly [name: string]: () => Promise<{ command: Command }> } = {
  sandbox: () => import('./commands/sandbox.ts'),
  trigger: () => import('./commands/trigger.ts'),
  logs: () => import('./commands/logs.ts'),
  drill: () => import('./commands/drill.ts'),
  doctor: () => import('./commands/doctor.ts'),
  gateway: () => import('./commands/gateway.ts'),
  help: () => import('./commands/help.ts'),
  version: () => import('./commands/version.ts'),
}

const ALIASES: { readonly [flag: string]: string } = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-v': 'version',
}

/** Runs one command line and gives the exit code. */
export async function run(args: readonly string[], io: Io = realIo()): Promise<ExitCode> {
  const [first = 'help', ...rest] = args
  try {
    const name = ALIASES[first] ?? first
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!load) throw wrongUse(`galla has no command '${first}'. It has ${Object.keys(COMMANDS).join(', ')}`)
    // `galla logs --help` asks for the same page as `galla help logs`.
    if (name !== 'help' && rest.some((word) => word === '--help' || word === '-h')) return await run(['help', name], io)
    const { command } = await load()
    return await command(rest, io)
  } catch (error) {
    if (io.stop.aborted) return EXIT.ok
    io.err(`galla: ${error instanceof Error ? error.message : String(error)}`)
    if (!(error instanceof Failure)) throw error
    if (error.exitCode === EXIT.usage) io.err(`Try: galla help${Object.hasOwn(COMMANDS, first) ? ` ${first}` : ''}`)
    return error.exitCode
  }
}
