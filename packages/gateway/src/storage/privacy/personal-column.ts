/** The kind of data in a column; see `PERSONAL_DATA`. */
export type ColumnData = 'plain' | 'secret' | 'with-row' | Personal

/** Both are SQL expressions of the row. */
export interface Personal {
  /** The value after erasure. */
  readonly erased: string
  /** True when there is something to erase. */
  readonly present: string
}

export const PLAIN = 'plain'
export const SECRET = 'secret'
export const WITH_ROW = 'with-row'

/** Columns that are all kept as records. */
export const plain = (columns: string): { readonly [column: string]: ColumnData } =>
  Object.fromEntries(columns.split(' ').map((column) => [column, PLAIN]))

/** Erasure sets null. */
export const nulled = (column: string): Personal => ({ erased: 'null', present: `"${column}" is not null` })

/** Erasure sets `{}`, for a column that must not be null. */
export const emptied = (column: string): Personal => ({ erased: `'{}'::jsonb`, present: `"${column}" <> '{}'::jsonb` })

/** Erasure replaces a text whose presence means something by a fixed word. */
export const replaced = (column: string): Personal => ({
  erased: `case when "${column}" is not null then 'erased' end`,
  present: `("${column}" is not null and "${column}" <> 'erased')`,
})

/** Erasure keeps these fields of the objects of a list. A field that a later release adds is erased. */
export function reduced(column: string, fields: readonly string[]): Personal {
  const kept = `array[${fields.map((field) => `'${field}'`).join(', ')}]`
  return {
    erased: `coalesce((select jsonb_agg((select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(entry.value) f
      where f.key = any(${kept})) order by entry.ordinality) from jsonb_array_elements("${column}") with ordinality entry), '[]')`,
    present: `exists (select 1 from jsonb_array_elements("${column}") entry, jsonb_object_keys(entry.value) name where name <> all(${kept}))`,
  }
}

/** Erasure removes one field. */
export function withoutField(column: string, path: readonly string[]): Personal {
  const at = `'{${path.join(',')}}'`
  return { erased: `"${column}" #- ${at}`, present: `"${column}" #> ${at} is not null` }
}

export const LEASE = { leaseToken: PLAIN, leasedUntil: PLAIN } as const

/** Fields of an attempt that are kept as records; any other is personal. */
export const KEPT_OF_ATTEMPTS: readonly string[] = [
  'transactionId',
  'state',
  'amount',
  'otherAmounts',
  'booked',
  'paymentMode',
  'timestamp',
  'instrument',
  'rail',
  'utr',
  'errorCode',
  'detailedErrorCode',
]
