import { CliError, type Command, EXIT, type ExitCode, type Io, processIo, usageError } from './io.ts'
import { printable } from './output/printable.ts'

/** Commands are imported when they run, so that `galla help` loads neither the sandbox nor the SDK. */
const COMMANDS: { readonly [name: string]: () => Promise<Command> } = {
  sandbox: async () => (await import('./commands/sandbox.ts')).sandbox,
  trigger: async () => (await import('./commands/trigger.ts')).trigger,
  logs: async () => (await import('./commands/logs.ts')).logs,
  run: async () => (await import('./commands/run.ts')).run,
  pay: async () => (await import('./commands/pay.ts')).pay,
  drill: async () => (await import('./commands/drill.ts')).drill,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  gateway: async () => (await import('./commands/gateway.ts')).gateway,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  help: async () => (await import('./commands/help.ts')).help,
  version: async () => (await import('./commands/help.ts')).version,
}

const ALIASES: { readonly [flag: string]: string } = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-v': 'version',
}

/** Runs one command line and returns the exit code. */
export async function run(args: readonly string[], given: Io = processIo()): Promise<ExitCode> {
  // What apps and servers answer is printed too: no command passes on an escape sequence.
  const io: Io = { ...given, out: (line) => given.out(printable(line)), err: (line) => given.err(printable(line)) }
  const [first = 'help', ...rest] = args
  try {
    const name = ALIASES[first] ?? first
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!load) throw usageError(`unknown command '${first}'. Commands: ${Object.keys(COMMANDS).join(', ')}`)
    // `galla logs --help` prints the same page as `galla help logs`.
    // What stands behind `--` is another program's.
    const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
    if (name !== 'help' && own.some((word) => word === '--help' || word === '-h')) return await run(['help', name], io)
    const command = await load()
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
      io.err(`Try: galla help${first !== 'help' && Object.hasOwn(COMMANDS, first) ? ` ${first}` : ''}`)
    return error.exitCode
  }
}
