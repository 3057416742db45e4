import type { CommandName } from './command-table.ts'
import { CliError, type Command, EXIT, type ExitCode, type Io, processIo, usageError } from './io.ts'
import { colorLabels } from './output/color.ts'
import { printable } from './output/printable.ts'

/** Commands are imported when they run, so that `galla help` loads neither the sandbox nor the SDK. */
const LOADERS: { readonly [Name in CommandName]: () => Promise<Command> } = {
  init: async () => (await import('./commands/init.ts')).init,
  sandbox: async () => (await import('./commands/sandbox.ts')).sandbox,
  run: async () => (await import('./commands/run.ts')).run,
  pay: async () => (await import('./commands/pay.ts')).pay,
  trigger: async () => (await import('./commands/trigger.ts')).trigger,
  logs: async () => (await import('./commands/logs.ts')).logs,
  drill: async () => (await import('./commands/drill.ts')).drill,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  gateway: async () => (await import('./commands/gateway.ts')).gateway,
  settlements: async () => (await import('./commands/settlements.ts')).settlements,
  statements: async () => (await import('./commands/statements.ts')).statements,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  completion: async () => (await import('./commands/completion.ts')).completion,
  version: async () => (await import('./commands/help.ts')).version,
  help: async () => (await import('./commands/help.ts')).help,
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(LOADERS, name)

const ALIASES: { readonly [flag: string]: string } = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-v': 'version',
}

/** Runs one command line and returns the exit code. */
export async function run(args: readonly string[], given: Io = processIo()): Promise<ExitCode> {
  // What apps and servers answer is printed too: no command passes on an escape sequence.
  const print = given.colors ? (line: string) => colorLabels(printable(line)) : printable
  const io: Io = { ...given, out: (line) => given.out(print(line)), err: (line) => given.err(printable(line)) }
  const [first = 'help', ...rest] = args
  try {
    const name = ALIASES[first] ?? first
    if (!isCommand(name)) throw usageError(`unknown command '${first}'. Commands: ${Object.keys(LOADERS).join(', ')}`)
    // `galla logs --help` prints the same page as `galla help logs`.
    // What stands behind `--` is another program's.
    const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
    if (name !== 'help' && own.some((word) => word === '--help' || word === '-h')) return await run(['help', name], io)
    const command = await LOADERS[name]()
    return await command(rest, io)
  } catch (error) {
    if (io.stop.aborted) return EXIT.ok
    io.err(`galla: ${error instanceof Error ? error.message : String(error)}`)
    if (!(error instanceof CliError)) {
      // A mistake of this program: its place, printed like all else, because the message may be that of an app or a server.
      if (error instanceof Error && error.stack !== undefined) io.err(error.stack)
      return EXIT.failed
    }
    if (error.exitCode === EXIT.usage)
      io.err(`Try: galla help${first !== 'help' && isCommand(first) ? ` ${first}` : ''}`)
    return error.exitCode
  }
}
