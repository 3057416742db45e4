/**
 * A text with each digit of an Indian script as 0 to 9: `९८७` becomes `987`. Keyboards of Indian languages type such digits, and the length of the
 * text stays the same. The digits of each script are at the places 6 to 15 of a row of 16 characters.
 */
export const latinDigits = (text: string): string =>
  text.replace(/(?=\p{Nd})[\u0900-\u0dff]/gu, (digit) => `${(digit.charCodeAt(0) & 15) - 6}`)

/** The text of a field, with Latin digits where the field has an input mode, because a machine reads the text: a card number, an amount, a UPI ID. */
export const typedText = (text: string, inputMode?: string): string => (inputMode ? latinDigits(text) : text)
