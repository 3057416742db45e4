export type SettingValue = string | number | boolean

/** What the supervisor decides itself, with the reason a merchant is told. */
const OURS: ReadonlyMap<string, string> = new Map([
  ['listen_addresses', 'the server is reached through its unix socket only'],
  ['port', 'no port is open'],
  ['unix_socket_directories', 'the socket lies in a folder of its own'],
  ['unix_socket_permissions', 'the socket is this user’s alone'],
  ['data_directory', 'the data lies in the folder'],
  ['fsync', 'say durable: false instead'],
  ['full_page_writes', 'say durable: false instead'],
  ['synchronous_commit', 'say durable: false instead'],
])

/** Errors are logged without the statement and without the row: both hold what people typed. */
const QUIET = {
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: false,
  logging_collector: false,
}

/**
 * The command line of the server, after the data folder.
 * @throws Error naming a setting that cannot be made.
 */
export function serverFlags(
  socketFolder: string,
  durable: boolean,
  settings: Readonly<Record<string, SettingValue>>,
): string[] {
  const all: Record<string, SettingValue> = {
    ...QUIET,
    ...settings,
    listen_addresses: '',
    // A list: a quoted name may hold commas and spaces.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    fsync: durable,
    full_page_writes: durable,
    synchronous_commit: durable,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${written(value)}`])
}

/** @throws Error naming a setting that is ours, or no setting at all. */
export function checkSettings(settings: Readonly<Record<string, SettingValue>>): void {
  for (const [name, value] of Object.entries(settings)) {
    const reason = OURS.get(name.toLowerCase())
    if (reason) throw new Error(`settings.${name} is not yours to set: ${reason}`)
    if (!/^[a-z_]\w*(?:\.\w+)?$/i.test(name))
      throw new Error(`settings: ${JSON.stringify(name)} is no name of a setting`)
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw new Error(`settings.${name} must be a string, a number or a boolean`)
    }
  }
}

const written = (value: SettingValue) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))
