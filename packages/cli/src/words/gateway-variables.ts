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
  /** May come from a file as well, which `…_FILE` names. Never printed. */
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
  { name: 'GALLA_CLIENT_ID', required: true, says: 'The client id of the provider’s dashboard', check: word },
  { name: 'GALLA_CLIENT_SECRET', required: true, secret: true, says: 'The client secret of the provider’s dashboard' },
  { name: 'GALLA_CLIENT_VERSION', default: '1', says: 'The client version of the provider’s dashboard', check: word },
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
    says: 'The user name of callbacks, as in the dashboard; with the password',
  },
  {
    name: 'GALLA_CALLBACK_PASSWORD',
    needs: 'GALLA_CALLBACK_USERNAME',
    secret: true,
    says: 'The password of callbacks, as in the dashboard; with the user name',
  },
  {
    name: 'GALLA_CALLBACK_SECRET_KEY',
    secret: true,
    says: 'The key of signed callbacks, instead of the two or beside them',
  },
  {
    name: 'GALLA_CALLBACK_KEY_ID',
    needs: 'GALLA_CALLBACK_SECRET_KEY',
    says: 'The id of that key, where the dashboard shows one',
    check: word,
  },
  { name: 'GALLA_CALLBACK_URL', says: 'Where the provider sends callbacks, shown in the console', check: address },
  {
    name: 'GALLA_CONSOLE_PASSWORD',
    secret: true,
    says: 'Of the console, 12 characters or more; without it there is none',
    check: characters(12, 256),
  },
  {
    name: 'GALLA_CONSOLE_URL',
    needs: 'GALLA_CONSOLE_PASSWORD',
    says: 'The https address of the console; without it, this machine’s names only',
    check: safeAddress,
  },
  {
    name: 'GALLA_MERCHANT_KEY',
    secret: true,
    says: 'With what your own server starts orders, 32 characters or more; several with commas; without it there is no merchant API',
    check: merchantKeys,
  },
  {
    name: 'GALLA_MERCHANT_HOSTS',
    needs: 'GALLA_MERCHANT_KEY',
    says: 'Names by which your server calls it, with commas: galla, galla.internal; this machine’s names are known',
    check: hostNames,
  },
  {
    name: 'GALLA_NOTIFY_URL',
    needs: 'GALLA_NOTIFY_SECRET',
    says: 'Where your own server is told what happened; with the secret',
    check: address,
  },
  {
    name: 'GALLA_NOTIFY_SECRET',
    needs: 'GALLA_NOTIFY_URL',
    secret: true,
    says: 'Signs what it is told, 32 characters or more; with the address',
    check: characters(32, 1_000),
  },
  { name: 'GALLA_HANDLERS', says: 'A module that exports `on`, `notifiers` or `offers`: your own work' },
  {
    name: 'GALLA_LATE_PAYMENT',
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
