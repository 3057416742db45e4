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

/**
 * The ids of all rows about an order or a refund, gathered before anything else. Asked with an `or`, the planner would rather
 * walk all rows by time until it has met enough that fit, which for an id is all of them.
 */
export function idsAbout(table: string, id: string, value: string): string {
  const by = (column: string) => `select "${id}" from ${table} where "${column}" = ${value}`
  return `array(${by('merchantOrderId')} union all ${by('merchantRefundId')})`
}
