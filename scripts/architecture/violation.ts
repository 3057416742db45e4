/** A rule that the repository does not keep: where, what was found, the rule and how to fix it. */
export interface Violation {
  file: string
  line?: number
  found: string
  rule: string
  fix: string
}

/** Text for a failing test, a paragraph a rule; empty when there is no violation, so that a test compares with `''`. */
export function format(violations: readonly Violation[]): string {
  const places = new Map<string, string>()
  for (const { file, line, found, rule, fix } of violations) {
    const heading = `${rule}\n  fix: ${fix}`
    places.set(heading, `${places.get(heading) ?? heading}\n  ${file}${line ? `:${line}` : ''}  ${found}`)
  }
  return [...places.values()].join('\n\n')
}
