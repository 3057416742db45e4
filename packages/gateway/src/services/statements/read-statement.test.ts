import { expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const HEADING = 'Date,Narration,Withdrawal Amt.,Deposit Amt.'
const csv = (...rows: string[]) => [HEADING, '01/01/26,RENT,1.00,', ...rows].join('\n')
const camt = (entries: string, attributes = '') =>
  `<Document${attributes}><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`

it.each([
  ['a CSV row with a cell that is too long', csv(`09/01/26,${'x'.repeat(10_001)},,1.00`), 'row 3 has a cell of 10001'],
  ['a CSV row with too many cells', csv(`09/01/26,X,,1.00${','.repeat(197)}`), 'row 3 has 201 cells'],
  [
    'a row above the heading with a cell that is too long',
    `${'('.repeat(10_001)}\n${csv()}`,
    'row 1 has a cell of 10001',
  ],
  ['a row above the heading with too many cells', `${','.repeat(200)}\n${csv()}`, 'row 1 has 201 cells'],
  [
    'an XML element with too many attributes',
    camt('', Array.from({ length: 51 }, (_, at) => ` a${at}="x"`).join('')),
    'the element Document has more than 50 attributes',
  ],
  [
    'an XML element with a text that is too long',
    camt(`<Id>${'x'.repeat(10_001)}</Id>`),
    'the element Id has a text of',
  ],
])('a bank statement with %s is refused, with the limit', async (_title, text, problem) => {
  await expect(readStatement(text)).rejects.toMatchObject({ code: 'INVALID_REQUEST', field: 'text' })
  await expect(readStatement(text)).rejects.toThrow(problem)
})

it('a bank statement with the longest cell and the most cells of a row is read', async () => {
  const heading = `${HEADING}${',X'.repeat(196)}`
  const row = `09/01/26,${'x'.repeat(10_000)},,1.00${','.repeat(196)}`
  expect((await readStatement(`${heading}\n${row}`)).lines).toHaveLength(1)
})
