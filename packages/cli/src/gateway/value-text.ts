/**
 * The text of a variable or its file as it was meant. Editors and shells add a byte order mark and one final line break. Every other
 * character belongs to the value.
 */
export const textOf = (given: string): string => given.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')

/** The variables with the text of each of ours as it was meant. Every reader of ours takes it from here. */
export const textsOf = (env: { readonly [name: string]: string | undefined }): typeof env =>
  Object.fromEntries(
    Object.entries(env).map(([name, given]) => [name, given && name.startsWith('GALLA_') ? textOf(given) : given]),
  )

/** White space, and what no editor shows, such as a zero-width space. */
const BLANK = '[\\s\\p{Cf}]'
const BEGINS_BLANK = new RegExp(`^${BLANK}`, 'u')
const ENDS_BLANK = new RegExp(`${BLANK}$`, 'u')
const PART = 'which would be part of the value: remove'

/**
 * Says why the text of any variable is refused, as the end of a sentence that begins with the name of the variable: the text was copied or
 * written with more than the value.
 */
export function textProblem(text: string): string | undefined {
  if (/[\0\uFFFD]/.test(text)) return 'is not UTF-8 text: save it as UTF-8'
  if (BEGINS_BLANK.test(text)) return `begins with white space or an invisible character, ${PART} it`
  if (ENDS_BLANK.test(text)) return `ends with white space or an invisible character, ${PART} it`
  if (/^(?:"[^"]*"|'[^']*'|`[^`]*`|“[^“”]*”|‘[^‘’]*’)$/.test(text)) return `is in quotes, ${PART} them`
  return undefined
}

/** Says what looks odd in the text of a variable that is used as it is, as the end of a sentence. */
export function textWarnings(text: string): string[] {
  const warnings: string[] = []
  if (text !== text.normalize('NFC'))
    warnings.push(
      'is not in the Unicode form NFC, and is compared as it is: type it again, or make sure that the other side has the same bytes',
    )
  if (/[\p{Cc}\p{Cf}]/u.test(text.replace(/[\r\n\t]/g, ' ')))
    warnings.push('has an invisible character within, which is part of the value: type it again')
  return warnings
}
