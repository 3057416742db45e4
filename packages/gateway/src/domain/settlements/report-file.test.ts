import { expect, it } from 'vitest'
import { type ReportRow, toLines } from './report-file.ts'

it('the sign of fees is found once for a file: the reads of fees grow no faster than its rows', () => {
  let reads = 0
  const rows = Array.from(
    { length: 100 },
    (_, line): ReportRow => ({
      ...{ line, kind: 'payment', type: 'PAYMENT', amount: 10_000, tax: -36 },
      get fee() {
        reads += 1
        return -200
      },
    }),
  )
  expect(toLines(rows).map(({ fee, tax }) => [fee, tax])).toEqual(rows.map(() => [200, 36]))
  expect(reads).toBeLessThanOrEqual(3 * rows.length)
})
