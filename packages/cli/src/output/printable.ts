/** Control characters, and the invisible ones that change the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Makes text harmless for a terminal: escape sequences of an app's answer could otherwise hide or forge lines. Line breaks and
 * tabs stay. The notation is also valid inside a JSON string.
 */
export const printable = (text: string): string => text.replace(UNSAFE, escaped)

/** The same for text that must stay on its line. */
export const printableLine = (text: string): string => printable(text).replace(/[\n\t]/g, escaped)
