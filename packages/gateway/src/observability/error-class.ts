import { isError } from '../is-error.ts'

/** A name of a class, and no sentence that somebody has put there. */
const CLASS_NAME = /^[A-Za-z_$][\w$]{0,63}$/
/** A code of Node, or a SQLSTATE. */
const CODE = /^(?:E[A-Z_]{2,40}|[0-9A-Z]{5})$/

/** Returns the class and the code of an error of the merchant's code, which hold neither secrets nor personal data. */
export function errorClass(error: unknown): { readonly error: string; readonly reason?: string } {
  if (!isError(error)) return { error: 'no Error was thrown' }
  try {
    const { name, code } = error as { name: unknown; code?: unknown }
    return {
      error: typeof name === 'string' && CLASS_NAME.test(name) ? name : 'Error',
      ...(typeof code === 'string' && CODE.test(code) ? { reason: code } : {}),
    }
  } catch {
    return { error: 'Error' }
  }
}
