/** The digit of a character, when the character is a digit of a script of India, an Arabic digit or a full-width one. Indian scripts have 0 at place 6 of 16. */
function latinDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  if (digit.length > 1 || (code > 0xdff && code < 0xff00)) return digit
  return `${(code & 15) - (code >= 0x900 && code < 0xe00 ? 6 : 0)}`
}

/**
 * A text with each digit of another script as 0 to 9: `९८७` becomes `987`. Keyboards of Indian languages type such digits, and the length of the text
 * stays the same.
 */
export const latinDigits = (text: string): string => text.replace(/\p{Nd}/gu, latinDigit)

/** The text of a field of this input mode, with Latin digits where a machine reads the text: card numbers, amounts, phone numbers, UPI IDs. */
export const typedText = (text: string, inputMode = ''): string =>
  /^(?:numeric|decimal|tel|email)$/.test(inputMode) ? latinDigits(text) : text
