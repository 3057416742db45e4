import { describe, expect, it } from 'vitest'
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

/** Amounts of the lines of a CSV file in rupees. */
const rupeesOf = async (...rows: string[]) =>
  (await readStatement(rows.join('\n'))).lines.map(({ amount }) => amount / 100)

describe('the only column of amounts of a bank statement', () => {
  it.each(['Type', 'Transaction Type', 'Txn Type', 'Dr / Cr', 'Dr/Cr', 'DrCr'])(
    'has the signs of a column %s',
    async (name) => {
      expect(await rupeesOf(`Date,Narration,Amount,${name}`, '09/01/26,A,5.00,CR', '10/01/26,B,7.00,DR')).toEqual([
        5, -7,
      ])
      expect(
        await rupeesOf(`Date,Narration,Amount,${name}`, '09/01/26,A,5.00,Credit', '10/01/26,B,7.00,Debit'),
      ).toEqual([5, -7])
    },
  )

  it('has signs of its own beside a column of the type that has another meaning', async () => {
    expect(await rupeesOf('Date,Narration,Type,Amount', '09/01/26,A,NEFT,5.00', '10/01/26,B,UPI,-7.00')).toEqual([
      5, -7,
    ])
  })

  it('has credits without a sign where debits have one', async () => {
    expect(await rupeesOf('Date,Narration,Amount', '09/01/26,A,5.00', '10/01/26,B,7.00 Dr')).toEqual([5, -7])
    expect(await rupeesOf('Date,Narration,Amount', '09/01/26,A,5.00', '10/01/26,B,(7.00)')).toEqual([5, -7])
    expect(await rupeesOf('Date,Narration,Amount,Cr/Dr', '09/01/26,A,5.00,', '10/01/26,B,7.00,DR')).toEqual([5, -7])
  })

  it.each([
    ['without a sign in any row', ['Date,Narration,Amount', '09/01/26,A,5.00', '10/01/26,B,7.00']],
    ['with a type that is no sign', ['Date,Narration,Amount,Type', '09/01/26,A,5.00,NEFT', '10/01/26,B,7.00,UPI']],
    [
      'without a sign in one row, where credits have one',
      ['Date,Narration,Amount', '09/01/26,A,5.00', '10/01/26,B,7.00 Cr', '11/01/26,C,-7.00'],
    ],
    [
      'with an empty sign, where credits have one',
      ['Date,Narration,Amount,Cr/Dr', '09/01/26,A,5.00,', '10/01/26,B,7.00,CR', '10/01/26,B,7.00,DR'],
    ],
  ])('%s is refused', async (_title, rows) => {
    await expect(readStatement(rows.join('\n'))).rejects.toThrow('row 2 is neither a credit (CR) nor a debit (DR)')
  })

  it('below zero in a row that is a credit is refused', async () => {
    const rows = ['Date,Narration,Amount,Type', '09/01/26,A,-5.00,CR']
    await expect(readStatement(rows.join('\n'))).rejects.toThrow('row 2 has a credit below zero')
  })
})

describe('a row of a bank statement', () => {
  it.each([
    ['too few cells', '09/01/26,PHONEPE', 'row 3 has 2 cells, and the heading has 4'],
    [
      'an amount with commas but without quotes',
      '09/01/26,PHONEPE,,1,487.22',
      'row 3 has 5 cells, and the heading has 4',
    ],
    ['a narration with commas but without quotes', '09/01/26,NEFT CR, PHONEPE,,487.22', 'row 3 has 5 cells'],
  ])('with %s is refused', async (_title, row, problem) => {
    await expect(readStatement(csv(row))).rejects.toThrow(problem)
  })

  it('with empty cells after those of the heading is read', async () => {
    expect(await rupeesOf(`${HEADING},`, '09/01/26,X,,1.00', '09/01/26,X,,2.00,,')).toEqual([1, 2])
  })
})
