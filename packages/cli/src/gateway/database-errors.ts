/** Explanations of error codes of the database and of the connection to it. */
const DATABASE_ERRORS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'no server listens at its address',
  ENOTFOUND: 'its host does not exist',
  EAI_AGAIN: 'the name of its host cannot be resolved',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'the connection was reset',
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not log in',
  '3D000': 'the database does not exist',
  '42501': 'this user may not create tables',
}

/** Why the database could not be used: one sentence with the variable to change, or the error's own message. */
export function explainDatabaseError(error: unknown): string {
  const code = errorCodeOf(error)
  const reason = Object.hasOwn(DATABASE_ERRORS, code) ? DATABASE_ERRORS[code] : undefined
  if (reason !== undefined) return `GALLA_DATABASE: the database cannot be opened: ${reason} (${code})`
  return error instanceof Error ? error.message : String(error)
}

/** Code of the error, or of the first error inside it; `''` when there is none. */
export function errorCodeOf(error: unknown): string {
  const { code, errors, cause } = (error ?? {}) as { code?: unknown; errors?: unknown[]; cause?: unknown }
  if (typeof code === 'string') return code
  // An AggregateError holds one error for each address of the host.
  const [first = cause] = Array.isArray(errors) ? errors : []
  return first === undefined ? '' : errorCodeOf(first)
}
