import { expect, it } from 'vitest'
import { readRefundFile } from './refund-file-text.ts'

const row = (at: number) => `o-${at},1`
const file = (rows: readonly string[], between = '\n') => `order,rupees\n${rows.join(between)}`
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at))

it('reads every row of a file whose rows have empty ones between them', () => {
  expect(readRefundFile(file(rows(5_000), '\n\n'))).toHaveLength(5_000)
  expect(readRefundFile(file(rows(5_000), '\r\n,,\r\n \r\n'))).toHaveLength(5_000)
  expect(readRefundFile(file([...Array.from({ length: 20_000 }, () => ''), row(1)]))).toHaveLength(1)
})

it('refuses one row more, wherever it stands', () => {
  expect(() => readRefundFile(file(rows(5_001), '\n\n'))).toThrow(/has 5001 rows; a file may have 5000/)
  expect(() => readRefundFile(file(rows(100_000)))).toThrow(/a file may have 5000/)
})
