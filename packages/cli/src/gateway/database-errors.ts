import { CliError } from '../io.ts'
import { checkUrl } from './check-url.ts'

const UNKNOWN_CA =
  'its certificate is not signed by a CA that this machine knows: add sslrootcert=<file of the CA> to the URL'

/** Explanations of error codes of the database, of TLS and of the connection to it. */
const DATABASE_ERRORS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'no server listens at its address',
  ENOTFOUND: 'its host does not exist',
  EAI_AGAIN: 'the name of its host cannot be resolved',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'the connection was reset',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_CA,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name: connect by a name that is in it',
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it on the server',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: compare the clocks of both machines',
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not log in',
  '3D000': 'the database does not exist',
  '42501': 'this user may not create tables',
}

/** Explanations of errors whose code says too little, or that have none. */
const BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [
    /^no pg_hba\.conf entry .*no encryption/,
    'the server wants TLS, or does not know this user: add sslmode=verify-full to the URL',
  ],
  [/does not support SSL connections/, 'the server has no TLS: set ssl = on and a certificate there'],
]

/** Why the database could not be used: one sentence with the variable to change, or the error's own message. */
export function explainDatabaseError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = errorCodeOf(error)
  const reason =
    BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ??
    missingFile(error, code) ??
    unknownHost(error, code) ??
    (Object.hasOwn(DATABASE_ERRORS, code) ? DATABASE_ERRORS[code] : undefined)
  if (reason === undefined) return message
  return `${VARIABLE}${reason}${code === '' ? '' : ` (${code})`}`
}

const VARIABLE = 'GALLA_DATABASE: the database cannot be opened: '

/** The URL was validated before: what is read as its host is no part of its password. */
function unknownHost(error: unknown, code: string): string | undefined {
  const { hostname } = (error ?? {}) as { hostname?: unknown }
  if (code !== 'ENOTFOUND' || typeof hostname !== 'string') return undefined
  return `its host ${hostname} does not exist; if the URL names another one, percent-encode the password`
}

/** The driver reads the files of the certificates; their paths are not secret. */
function missingFile(error: unknown, code: string): string | undefined {
  const { syscall, path } = (error ?? {}) as { syscall?: unknown; path?: unknown }
  if (syscall !== 'open' || typeof path !== 'string' || !['ENOENT', 'EACCES', 'EISDIR'].includes(code)) return undefined
  return `the file of sslrootcert cannot be read: ${path}`
}

/** The error of a command, with the section of the documentation below a sentence of ours. */
export function databaseError(error: unknown): CliError {
  const sentence = explainDatabaseError(error)
  return new CliError(sentence.startsWith(VARIABLE) ? `${sentence}\n  ${checkUrl('database-opens')}` : sentence)
}

/** Code of the error, or of the first error inside it; `''` when there is none. */
export function errorCodeOf(error: unknown): string {
  const { code, errors, cause } = (error ?? {}) as { code?: unknown; errors?: unknown[]; cause?: unknown }
  if (typeof code === 'string') return code
  // An AggregateError holds one error for each address of the host.
  const [first = cause] = Array.isArray(errors) ? errors : []
  return first === undefined ? '' : errorCodeOf(first)
}
