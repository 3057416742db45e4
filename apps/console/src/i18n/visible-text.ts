/**
 * A text of somebody else, as it is printed: controls of the text direction, which would show its characters in another order, are visible as
 * `[U+202E]`. Letters of every script stay. Copy the original.
 */
export const visibleText = (text: string): string =>
  text.replace(/\p{Bidi_Control}/gu, (control) => `[U+${hexOf(control).padStart(4, '0')}]`)

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase()
