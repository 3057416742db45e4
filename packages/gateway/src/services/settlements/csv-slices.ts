import { setImmediate as nextTurn } from 'node:timers/promises'
import Papa, { type ParseError, type ParseResult, type Parser } from 'papaparse'

/** Characters of a file that one turn of the event loop reads: callbacks are received and timers run in between. */
const SLICE_CHARACTERS = 32_768

/** Items that one turn of the event loop handles. */
const SLICE_ITEMS = 500

/** Calls `work` with a slice of the items after the other, each in a turn of the event loop of its own. */
export async function inSlices<Item>(items: readonly Item[], work: (slice: readonly Item[]) => void): Promise<void> {
  for (let at = 0; at < items.length; at += SLICE_ITEMS) {
    await nextTurn()
    work(items.slice(at, at + SLICE_ITEMS))
  }
}

/** Rows of a part of a file. */
interface CsvSlice {
  readonly rows: readonly string[][]
  readonly errors: readonly ParseError[]
  /** A row is longer than the slice, as after a quote that nothing closes. */
  readonly endless: boolean
}

/**
 * Reads the rows of a CSV text in slices, each in a turn of the event loop of its own. The separator is found, cells may be quoted, empty lines are skipped.
 * @throws what `work` throws; nothing more is read then
 */
export function csvSlices(
  text: string,
  work: (slice: CsvSlice) => void,
  characters: number = SLICE_CHARACTERS,
): Promise<void> {
  let read = 0
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(text, {
      skipEmptyLines: 'greedy',
      chunkSize: characters,
      chunk({ data, errors }: ParseResult<string[]>, parser: Parser) {
        read += characters
        parser.pause()
        setImmediate(() => {
          try {
            work({ rows: data, errors, endless: data.length === 0 && read < text.length })
            parser.resume()
          } catch (error) {
            reject(error)
            parser.abort()
          }
        })
      },
      complete: () => resolve(),
    })
  })
}
