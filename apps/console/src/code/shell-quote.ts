/** Nothing in it means anything to a POSIX shell. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** Text as one word of a POSIX shell: inside single quotes nothing is special but the quote itself. */
export function shellQuote(text: string): string {
  if (text !== '' && PLAIN.test(text)) return text
  return `'${text.replaceAll("'", "'\\''")}'`
}
