/** Characters that show nothing: controls, formats, fillers, selectors of variants, and the empty pattern of Braille. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{DI}\u2800]/gu

/** The text as a person sees it: programs save the same letters and spaces in several ways, and add invisible characters. */
export const visibleText = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '').replaceAll(/ +/g, ' ').trim()

/** True when a text has at least this many visible characters. */
export const isLegible = (text: string, least: number): boolean =>
  visibleText(text).replaceAll(/[\p{C}\p{Z}]/gu, '').length >= least

const NAME = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,100}$/u

/**
 * A name of a user or key as it is stored: 1 to 100 characters. It is shown in the audit log, so one that differs from another only in
 * what cannot be seen is not a name. Undefined when it is none.
 */
export function printableName(given: unknown): string | undefined {
  const name = typeof given === 'string' ? given.trim().normalize('NFKC').replaceAll(/ +/g, ' ') : ''
  return NAME.test(name) && visibleText(name) === name ? name : undefined
}
