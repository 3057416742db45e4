/** The fault of an imported file: a code and the place, for programs with words of their own. */
export interface FileProblem {
  /**
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
  /** Row of the file, from 1; for camt.053 the entry. */
  row?: number
  /** Name of the column. */
  column?: string
  /** The most rows, or MiB, that a file may have. */
  limit?: number
}
