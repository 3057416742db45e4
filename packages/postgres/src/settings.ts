/** Value of a PostgreSQL setting. A boolean is written as `on` or `off`. */
export type SettingValue = string | number | boolean

/** Settings that this package decides itself, with the reason that the error shows. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ['listen_addresses', 'the server is reached through its unix socket only'],
  ['port', 'no port is open'],
  ['unix_socket_directories', 'the socket has a folder of its own'],
  ['unix_socket_permissions', 'only this user may use the socket'],
  ['data_directory', 'the data is inside the folder'],
  ['fsync', 'use durable: false instead'],
  ['full_page_writes', 'use durable: false instead'],
  ['synchronous_commit', 'use durable: false instead'],
])

/** Errors are logged without the statement and the row, which hold personal data. */
const DEFAULTS = {
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: false,
  logging_collector: false,
}

/** Returns the arguments of `postgres` after the data folder. */
export function serverFlags(
  socketFolder: string,
  durable: boolean,
  settings: Readonly<Record<string, SettingValue>>,
): string[] {
  const all: Record<string, SettingValue> = {
    ...DEFAULTS,
    ...settings,
    listen_addresses: '',
    // The value is a list; quotes allow commas and spaces in a path.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    fsync: durable,
    full_page_writes: durable,
    synchronous_commit: durable,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${formatValue(value)}`])
}

/** @throws Error naming a setting that is reserved, or whose name or value is malformed. */
export function checkSettings(settings: Readonly<Record<string, SettingValue>>): void {
  for (const [name, value] of Object.entries(settings)) {
    const reason = RESERVED.get(name.toLowerCase())
    if (reason) throw new Error(`settings.${name} cannot be set: ${reason}`)
    if (!/^[a-z_]\w*(?:\.\w+)?$/i.test(name))
      throw new Error(`settings: ${JSON.stringify(name)} is not the name of a setting`)
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw new Error(`settings.${name} must be a string, a number or a boolean; got ${typeof value}`)
    }
  }
}

const formatValue = (value: SettingValue) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))
