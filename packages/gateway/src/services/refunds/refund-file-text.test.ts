import { expect, it, vi } from 'vitest'
import { readRefundFile } from './refund-file-text.ts'

const row = (at: number) => `o-${at},1`
const file = (rows: readonly string[], between = '\n') => `order,rupees\n${rows.join(between)}`
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at))

it('reads every row of a file whose rows have empty ones between them', () => {
  expect(readRefundFile(file(rows(5_000), '\n\n'))).toHaveLength(5_000)
  expect(readRefundFile(file(rows(5_000), '\r\n,,\r\n \r\n'))).toHaveLength(5_000)
  expect(readRefundFile(file([...Array.from({ length: 20_000 }, () => ''), row(1)]))).toHaveLength(1)
})

it.each([
  ['names the separator of the file', 'sep=;\norder;rupees\no-1;1\n'],
  ['follows a byte order mark and ends with CRLF', '\uFEFFsep=;\r\norder;rupees\r\no-1;1\r\n'],
  ['names a tab', 'sep=\t\norder\trupees\no-1\t1'],
  ['names a comma, in capitals', 'SEP=,\norder,rupees\no-1,1'],
  ['is in quotes', '"sep=;"\norder;rupees\no-1;1'],
  ['was filled up with cells by a spreadsheet', 'sep=;;\norder;rupees\no-1;1'],
  ['names a bar', 'sep=|\norder|rupees\no-1|1'],
  ['names nothing', 'sep=\norder,rupees\no-1,1'],
  ['names another separator than that of the heading', 'sep=;\norder,rupees\no-1,1'],
])('reads a file whose first line, sep=, %s; the heading stays row 1', (_, text) => {
  expect(readRefundFile(text)).toEqual(readRefundFile('order;rupees\no-1;1'))
})

it('takes a first line that only begins like sep= for a heading', () => {
  expect(() => readRefundFile('sep=order,rupees\no-1,1')).toThrow('unknown column "sep=order"')
  expect(() => readRefundFile('sep=5\norder5rupees\no-151')).toThrow('unknown column "sep=5"')
})

it('refuses one row more, wherever it stands', () => {
  expect(() => readRefundFile(file(rows(5_001), '\n\n'))).toThrow(/has 5001 rows; a file may have 5000/)
  expect(() => readRefundFile(file(rows(100_000)))).toThrow(/a file may have 5000/)
})

it.each([
  ['empty lines', '\n'],
  ['separators only', ',\n'],
  ['empty quotes', '""\n'],
])('reads no more than fifty thousand lines of a file of %s', (_, line) => {
  const readTrims = vi.spyOn(String.prototype, 'trim')
  try {
    expect(() => readRefundFile(`order,rupees\n${line.repeat(300_000)}${row(1)}`)).toThrow(
      'The file has more than 50000 lines; a file may have 5000 rows',
    )
    expect(readTrims.mock.calls.length).toBeLessThan(200_000)
  } finally {
    readTrims.mockRestore()
  }
})

const HEADING = 'order id,amount in rupees\n'

it.each([
  ['in a row', HEADING, ','],
  ['in the heading', '', ','],
  ['in a file of other ends of lines', HEADING.replace('\n', '\r\n'), ','],
  ['before the end of the line', HEADING, '\n'],
])('reads a text with many stray quotes and blanks in one pass: %s', (_, heading, end) => {
  // Each stray quote would make the parser trim the blanks again: 2,000 times 20,000 characters.
  let read = 0
  const { trim } = String.prototype
  const spy = vi.spyOn(String.prototype, 'trim').mockImplementation(function (this: string) {
    read += this.length
    return trim.call(this)
  })
  const text = `${heading}"${'a"'.repeat(2_000)}${' '.repeat(20_000)}${end}1\n`
  try {
    expect(() => readRefundFile(text)).toThrow(/has quotes that do not match in row/)
  } finally {
    spy.mockRestore()
  }
  expect(read).toBeLessThan(20 * text.length)
})

it.each<[string, string]>([
  ['doubled quotes', '"say ""tea"""'],
  ['a line break and a comma', '"two\nlines, one cell"'],
  ['blanks behind the closing quote', '"tea"  '],
  ['quotes inside of a cell without', 'a 5" cup'],
])('still reads %s', (_, note) => {
  const rows = readRefundFile(`order id,amount in rupees,note\no-1,1,${note}\no-2,2,\n`)
  expect(rows).toMatchObject([{ merchantOrderId: 'o-1', note: expect.any(String) }, { merchantOrderId: 'o-2' }])
})
