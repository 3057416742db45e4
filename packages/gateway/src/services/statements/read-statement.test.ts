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

it('a bank statement with more rows than any is refused, also when they are empty', async () => {
  await expect(readStatement(`${HEADING}\n${'\n'.repeat(800_001)}`)).rejects.toThrow('has more than 800000 rows')
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

  it('below a heading of another page is read in the order of that heading', async () => {
    const next = 'Date,Narration,Deposit Amt.,Withdrawal Amt.'
    expect(await rupeesOf(HEADING, '09/01/26,A,,5.00', HEADING, '09/01/26,A,,5.00', next, '10/01/26,B,,7.00')).toEqual([
      5, 5, -7,
    ])
  })

  it.each(['2026-1-9', '09012026', '20260109', '46031', '9-Jan', 'Jan 09, 2026', 'Fri 09/01/2026', '09/01/26*'])(
    'with an amount and the date %j is refused, with the shape of the date',
    async (date) => {
      const shape = date.replaceAll(/\d/g, '9').replaceAll(/[A-Za-z]/g, 'a')
      const problem = `row 3 has a date that is not day, month and year in this order: its shape is "${shape}"`
      await expect(readStatement(csv(`"${date}",PHONEPE,,487.22`))).rejects.toThrow(problem)
      await expect(readStatement(csv(`"${date}",RENT,487.22,`))).rejects.toThrow(problem)
    },
  )

  it.each([
    ['a sum', 'Total,,,487.22'],
    ['a sum without a name', ',,,487.22'],
    ['a summary whose first cell is an amount', '"1,00,000.00",2,,"6,234.50"'],
    ['a time of its making without an amount', 'Generated on 01-Feb-2026,,,'],
  ])('that is %s is no transaction', async (_title, row) => {
    expect((await readStatement(csv(row))).lines).toHaveLength(1)
  })

  it('with empty cells after those of the heading is read', async () => {
    expect(await rupeesOf(`${HEADING},`, '09/01/26,X,,1.00', '09/01/26,X,,2.00,,')).toEqual([1, 2])
  })
})

describe('an entry of camt.053 with several transactions', () => {
  const entry = (amount: string, details: string, sign = 'CRDT', texts = '<AddtlNtryInf>NEFT PHONEPE</AddtlNtryInf>') =>
    `<Ntry><Amt Ccy="INR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-09</Dt></BookgDt><NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${details}</NtryDtls>${texts}</Ntry>`
  const [first, second] = ['YESAP60090000001', 'YESAP60090000002']
  const transaction = (utr: string, amount: string) => `<TxDtls><Refs><TxId>${utr}</TxId></Refs>${amount}</TxDtls>`
  const amountOf = (rupees: string, currency = 'INR') => `<Amt Ccy="${currency}">${rupees}</Amt>`
  const older = (rupees: string) => `<AmtDtls><TxAmt>${amountOf(rupees)}</TxAmt></AmtDtls>`
  const briefOf = async (entries: string) =>
    (await readStatement(camt(entries))).lines.map(({ line, amount, references }) => [line, amount, references])

  it.each([
    ['in versions since 3', amountOf],
    ['in version 2', older],
  ])('has a line for each, with its amount and its UTR, %s', async (_title, amount) => {
    const details = `${transaction(first, amount('487.22'))}${transaction(second, amount('12.78'))}`
    const next = entry('1.00', transaction(second, ''), 'DBIT')
    expect(await briefOf(`${entry('500.00', details)}${next}`)).toEqual([
      [1, 48_722, [first]],
      [2, 1_278, [second]],
      [3, -100, [second]],
    ])
  })

  it('has a sign for each where they have one, and the provider that the entry names', async () => {
    const back = `${amountOf('10.00')}<CdtDbtInd>DBIT</CdtDbtInd>`
    const details = `${transaction(first, amountOf('50.00'))}${transaction(second, back)}`
    const { lines } = await readStatement(camt(entry('40.00', details)))
    expect(lines).toMatchObject([
      { amount: 5_000, namesProvider: true },
      { amount: -1_000, namesProvider: true },
    ])
  })

  it.each([
    ['one has no amount', transaction(first, amountOf('500.00')) + transaction(second, '')],
    ['their sum is another amount', transaction(first, amountOf('487.22')) + transaction(second, amountOf('1.00'))],
    ['one has another currency', transaction(first, amountOf('499.00')) + transaction(second, amountOf('1.00', 'USD'))],
    [
      'one has an unknown sign',
      transaction(first, amountOf('499.00')) + transaction(second, `${amountOf('1.00')}<CdtDbtInd>X</CdtDbtInd>`),
    ],
  ])('is one line of its own amount when %s', async (_title, details) => {
    expect(await briefOf(entry('500.00', details))).toEqual([[1, 50_000, [first, second]]])
  })

  it.each([
    ['transactions', '<TxDtls/>'.repeat(50_001), 'the entry 2 has more than 50000 transactions'],
    [
      'text',
      `<Ustrd>${'x'.repeat(10_000)}</Ustrd>`.repeat(201),
      'the entry 2 has texts of more than 2000000 characters',
    ],
  ])('is refused with more %s than one turn of the process can search', async (_title, details, problem) => {
    await expect(readStatement(camt(entry('1.00', '') + entry('5.00', details)))).rejects.toThrow(problem)
  })

  it('has no line for an amount of zero', async () => {
    const details = `${transaction(first, amountOf('0.00'))}${transaction(second, amountOf('5.00'))}`
    expect(await briefOf(`${entry('0.00', '')}${entry('5.00', details)}${entry('0', '', 'DBIT')}`)).toEqual([
      [3, 500, [second]],
    ])
  })

  it('counts as one line when the entry is not booked', async () => {
    const pending = entry('1.00', transaction(first, '')).replace('BOOK', 'PDNG')
    expect(await briefOf(`${pending}${entry('2.00', transaction(second, ''))}`)).toEqual([[2, 200, [second]]])
  })
})

it.each([
  ['an empty line', '\r\n:20:940\r\n:25:1'],
  ['lines of the bank', 'YESBINBB\r\n940\r\n:20:940\r\n:25:1'],
  ['lines of the bank above its blocks', 'statement of account\n\n{1:F01YESBINBB}{2:I940}{4:\n:20:1'],
])('an MT940 file with %s above its first field is named as such', async (_, text) => {
  await expect(readStatement(text)).rejects.toThrow('is an MT940 file')
})

it('a CSV file with the first field of MT940 in a cell is no MT940 file', async () => {
  const rows = [
    'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.',
    '22/11/26,NEFT :20: PHONEPE,N091210552127895,,1.00',
  ]
  expect(await readStatement(rows.join('\n'))).toMatchObject({ format: 'csv' })
})

it.each([
  ['Narration,Credit,Debit\n', { code: 'missing-column', column: 'Date' }],
  ['Date,Narration,Amount,Amount\n', { code: 'column-twice', column: 'Amount + Amount' }],
  [`${HEADING}\n99/99/26,X,1,,1,1,1\n`, { code: 'unreadable-row', row: 2 }],
  ['%PDF-1.7', { code: 'pdf' }],
  ['<a/>', { code: 'not-camt' }],
])('a bank statement that begins with %j is refused with the problem %j', async (text, problem) => {
  await expect(readStatement(text)).rejects.toMatchObject({
    message: expect.stringMatching(/^The file (?:has|is) /),
    problem,
  })
})
