/** A law was broken: where, what was found, which rule, and the way out. */
export interface Breach {
  file: string
  line?: number
  found: string
  rule: string
  way: string
}

/** Text for a failing test; empty when nothing was broken, so that a test compares with `''`. */
export function told(breaches: readonly Breach[]): string {
  return breaches
    .map(
      ({ file, line, found, rule, way }) =>
        `${file}${line ? `:${line}` : ''}\n  found: ${found}\n  rule:  ${rule}\n  do:    ${way}`,
    )
    .join('\n\n')
}
