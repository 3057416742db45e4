/** Decimal digits of the scripts of India, Arabic digits and full-width ones. */
const DIGITS =
  /[\u0966-\u096F\u09E6-\u09EF\u0A66-\u0A6F\u0AE6-\u0AEF\u0B66-\u0B6F\u0BE6-\u0BEF\u0C66-\u0C6F\u0CE6-\u0CEF\u0D66-\u0D6F\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g

/** Code points of an Indian script put the digit 0 at place 6 of a row of 16; the others put it at place 0. */
const isIndian = (code: number): boolean => code >= 0x900 && code < 0xe00

/**
 * A text with each digit of another script as 0 to 9: `९८७` becomes `987`. Keyboards of Indian languages type such digits, and the length of the text
 * stays the same.
 */
export function latinDigits(text: string): string {
  return text.replace(DIGITS, (digit) => {
    const code = digit.charCodeAt(0)
    return String((code & 15) - (isIndian(code) ? 6 : 0))
  })
}

/** Input modes of fields whose text is read by machines: card numbers, amounts, phone numbers, UPI IDs. */
const MACHINE_READ: ReadonlySet<unknown> = new Set(['numeric', 'decimal', 'tel', 'email'])

/** The text of a field of this input mode, with Latin digits where a machine reads the text. */
export const typedText = (text: string, inputMode: string | undefined): string =>
  MACHINE_READ.has(inputMode) ? latinDigits(text) : text
