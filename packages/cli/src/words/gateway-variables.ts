/** One setting of `galla gateway`. */
export interface Variable {
  readonly name: string
  readonly says: string
  readonly default?: string
  readonly required?: true
  /** May be given as a file as well: `…_FILE`. Never printed. */
  readonly secret?: true
}

/** Everything that `galla gateway` reads from its environment; whatever else begins with GALLA_ is refused. */
export const GATEWAY_VARIABLES: readonly Variable[] = [
  {
    name: 'GALLA_ENVIRONMENT',
    required: true,
    says: 'SANDBOX or PRODUCTION: said aloud, as it decides where money is looked for',
  },
  { name: 'GALLA_CLIENT_ID', required: true, says: 'Of the provider’s dashboard' },
  { name: 'GALLA_CLIENT_SECRET', required: true, secret: true, says: 'Of the provider’s dashboard' },
  { name: 'GALLA_CLIENT_VERSION', default: '1', says: 'Of the provider’s dashboard' },
  { name: 'GALLA_PROVIDER_URL', says: 'All calls go here instead: a sandbox on this machine, http://127.0.0.1:4500' },
  {
    name: 'GALLA_DATABASE',
    default: './data/books',
    says: 'A folder for an embedded PostgreSQL, or postgres://…',
    secret: true,
  },
  { name: 'GALLA_CALLBACK_USERNAME', says: 'Of callbacks, as in the dashboard; with the password' },
  { name: 'GALLA_CALLBACK_PASSWORD', secret: true, says: 'Of callbacks, as in the dashboard; with the user name' },
  { name: 'GALLA_CALLBACK_SECRET_KEY', secret: true, says: 'Of signed callbacks, instead of the two or beside them' },
  { name: 'GALLA_CALLBACK_KEY_ID', says: 'Of the secret key, where the dashboard shows one' },
  { name: 'GALLA_CONSOLE_PASSWORD', secret: true, says: '12 characters or more; without it there is no console' },
  {
    name: 'GALLA_CONSOLE_URL',
    says: 'The https address that people reach the console by; without it, this machine’s names only',
  },
  { name: 'GALLA_CALLBACK_URL', says: 'Where the provider sends callbacks, shown in the console' },
  { name: 'GALLA_HANDLERS', says: 'A module that exports `on`, `notifiers` or `offers`: your own work' },
  { name: 'GALLA_LATE_SUCCESS', default: 'refund', says: 'Paid after it failed or expired: refund or fulfil' },
  { name: 'GALLA_HOST', default: '127.0.0.1', says: 'Where it listens; 0.0.0.0 inside a container' },
  { name: 'GALLA_PORT', default: '4600', says: '0: any free one' },
  { name: 'GALLA_LOG_LEVEL', default: 'info', says: 'debug, info, warn, error or silent' },
]
