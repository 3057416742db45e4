import type { GallaError } from './galla-error.ts'

/** On every error of ours: a registered symbol is the same one in every copy of this package. */
export const BRAND: unique symbol = Symbol.for('galla.error')

/** True for an error of this package, whichever copy or module format made it. */
export function isGallaError(error: unknown): error is GallaError {
  return typeof error === 'object' && error !== null && (error as { [BRAND]?: unknown })[BRAND] === true
}
