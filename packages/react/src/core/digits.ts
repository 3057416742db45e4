const DEVANAGARI_ZERO = 0x966

/** The distance between the zeros of two neighbouring scripts in Unicode, from Devanagari to Malayalam. */
const SCRIPT_SIZE = 128

/**
 * A text with the digits 0 to 9 in place of those of the Indian scripts, which a keyboard in the payer's language may type.
 *
 * @example
 * ```ts
 * asciiDigits('९८७६५४३२१०@ybl') // '9876543210@ybl'
 * ```
 */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0966-\u0d6f]/g, (letter) => {
    const place = (letter.charCodeAt(0) - DEVANAGARI_ZERO) % SCRIPT_SIZE
    return place < 10 ? String(place) : letter
  })
}
