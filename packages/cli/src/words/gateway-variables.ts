import {
  address,
  type Check,
  characters,
  database,
  hostNames,
  merchantKeys,
  oneOf,
  port,
  safeAddress,
  word,
} from '../gateway-checks.ts'

/** One setting of `galla gateway`. */
export interface Variable {
  readonly name: string
  readonly says: string
  readonly default?: string
  readonly required?: true
  /** May be given as a file as well: `…_FILE`. Never printed. */
  readonly secret?: true
  /** Means nothing without this one. */
  readonly needs?: string
  readonly check?: Check
}

/** Everything that `galla gateway` reads from its environment; whatever else begins with GALLA_ is refused. */
export const GATEWAY_VARIABLES: readonly Variable[] = [
  {
    name: 'GALLA_ENVIRONMENT',
    required: true,
    says: 'SANDBOX or PRODUCTION: said aloud, as it decides where money is looked for',
    check: oneOf('SANDBOX', 'PRODUCTION'),
  },
  { name: 'GALLA_CLIENT_ID', required: true, says: 'Of the provider’s dashboard', check: word },
  { name: 'GALLA_CLIENT_SECRET', required: true, secret: true, says: 'Of the provider’s dashboard' },
  { name: 'GALLA_CLIENT_VERSION', default: '1', says: 'Of the provider’s dashboard', check: word },
  {
    name: 'GALLA_PROVIDER_URL',
    says: 'All calls go here instead: a sandbox on this machine, http://127.0.0.1:4500',
    check: safeAddress,
  },
  {
    name: 'GALLA_DATABASE',
    default: './data/books',
    says: 'A folder for an embedded PostgreSQL, or postgres://…',
    secret: true,
    check: database,
  },
  {
    name: 'GALLA_CALLBACK_USERNAME',
    needs: 'GALLA_CALLBACK_PASSWORD',
    says: 'Of callbacks, as in the dashboard; with the password',
  },
  {
    name: 'GALLA_CALLBACK_PASSWORD',
    needs: 'GALLA_CALLBACK_USERNAME',
    secret: true,
    says: 'Of callbacks, as in the dashboard; with the user name',
  },
  { name: 'GALLA_CALLBACK_SECRET_KEY', secret: true, says: 'Of signed callbacks, instead of the two or beside them' },
  {
    name: 'GALLA_CALLBACK_KEY_ID',
    needs: 'GALLA_CALLBACK_SECRET_KEY',
    says: 'Of the secret key, where the dashboard shows one',
    check: word,
  },
  { name: 'GALLA_CALLBACK_URL', says: 'Where the provider sends callbacks, shown in the console', check: address },
  {
    name: 'GALLA_CONSOLE_PASSWORD',
    secret: true,
    says: '12 characters or more; without it there is no console',
    check: characters(12, 256),
  },
  {
    name: 'GALLA_CONSOLE_URL',
    needs: 'GALLA_CONSOLE_PASSWORD',
    says: 'The https address that people reach the console by; without it, this machine’s names only',
    check: safeAddress,
  },
  {
    name: 'GALLA_MERCHANT_KEY',
    secret: true,
    says: 'What your own server sends to start orders, 32 characters or more; several with commas. Without it there is no merchant API',
    check: merchantKeys,
  },
  {
    name: 'GALLA_MERCHANT_HOSTS',
    needs: 'GALLA_MERCHANT_KEY',
    says: 'Names by which your server calls, with commas: galla, galla.internal; without it, this machine’s names only',
    check: hostNames,
  },
  {
    name: 'GALLA_NOTIFY_URL',
    needs: 'GALLA_NOTIFY_SECRET',
    says: 'Your server’s address that is told what happened; with the secret',
    check: address,
  },
  {
    name: 'GALLA_NOTIFY_SECRET',
    needs: 'GALLA_NOTIFY_URL',
    secret: true,
    says: 'Signs what your server is told, 32 characters or more; with the address',
    check: characters(32, 1_000),
  },
  { name: 'GALLA_HANDLERS', says: 'A module that exports `on`, `notifiers` or `offers`: your own work' },
  {
    name: 'GALLA_LATE_SUCCESS',
    default: 'refund',
    says: 'Paid after it failed or expired: refund or fulfil',
    check: oneOf('refund', 'fulfil'),
  },
  { name: 'GALLA_HOST', default: '127.0.0.1', says: 'Where it listens; 0.0.0.0 inside a container', check: word },
  { name: 'GALLA_PORT', default: '4600', says: '0: any free one', check: port },
  {
    name: 'GALLA_LOG_LEVEL',
    default: 'info',
    says: 'debug, info, warn, error or silent',
    check: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
]
