/** Conditions of a `where` that are put together by what was asked for. Values travel beside the text, never in it. */
export interface Conditions {
  /** `sql` holds one `?` for the value. A value that is undefined adds nothing. */
  add(sql: string, value: unknown): void
  /** For a condition without a value. */
  say(sql: string): void
  /** A value for a place outside the conditions, such as a limit: its `$n`. */
  value(value: unknown): string
  readonly where: string
  readonly values: readonly unknown[]
}

export function conditions(): Conditions {
  const said: string[] = []
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  return {
    add(sql, one) {
      if (one !== undefined) said.push(sql.replace('?', value(one)))
    },
    say: (sql) => void said.push(sql),
    value,
    get where() {
      return said.length === 0 ? '' : `where ${said.join(' and ')}`
    },
    values,
  }
}
