/** The fault of an imported file: a code and the place, for programs that write their own message. */
export interface FileProblem {
  /**
   * The kind of the fault, and the field that has the place:
   * - `missing-column`, `column-twice`, `unknown-column`, `unit-of-amount`: the heading, with `column`.
   * - `unreadable-row`, `day-to-come`, `quotes`: a row, with `row`.
   * - `empty`, `too-many-rows`, `too-large`: the size, with `limit` where there is one.
   * - `excel`, `pdf`, `web-page`, `mt940`, `utf-16`, `not-camt`: a file of another kind.
   */
  code:
    | 'missing-column'
    | 'column-twice'
    | 'unknown-column'
    | 'unit-of-amount'
    | 'unreadable-row'
    | 'day-to-come'
    | 'quotes'
    | 'empty'
    | 'too-many-rows'
    | 'too-large'
    | 'excel'
    | 'pdf'
    | 'web-page'
    | 'mt940'
    | 'utf-16'
    | 'not-camt'
  /** Number of the row in the file, from 1. For camt.053, number of the entry. */
  row?: number
  /** Name of the column. */
  column?: string
  /** Largest number of rows, or of MiB, that a file may have. */
  limit?: number
}
