import { describe, expect, it } from 'vitest'
import { columnsOfStatement, readStatementRow } from './csv-statement.ts'

/** Reads the last row below a heading, both with the separator `|`. */
function read(heading: string, row: string) {
  const columns = columnsOfStatement(heading.split('|'))
  if (!('at' in columns)) throw new Error(JSON.stringify(columns))
  const read = readStatementRow(columns, row.split('|'), 2)
  return typeof read === 'object' ? read.line : read
}

const HDFC = 'Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance'
const AXIS = 'Tran Date|CHQNO|PARTICULARS|DR|CR|BAL|SOL'
const BUSINESS =
  'No.|Transaction ID|Value Date|Txn Posted Date|ChequeNo.|Description|Cr/Dr|Transaction Amount(INR)|Available Balance(INR)'

describe('a row of a bank statement', () => {
  it.each([
    [
      'HDFC',
      HDFC,
      '09/01/26|NEFT CR-YESB0000001-PHONEPE PRIVATE LIMITED-SHOP-YESAP61641609940|YESAP61641609940|09/01/26||2,34,771.47|5,00,000.00',
    ],
    [
      'ICICI',
      'S No.|Value Date|Transaction Date|Cheque Number|Transaction Remarks|Withdrawal Amount (INR )|Deposit Amount (INR )|Balance (INR )',
      '1|09/01/2026|09/01/2026|-|NEFT-YESAP61641609940-PHONEPE LIMITED--YESB0000001|0.0|234771.47|500000.00',
    ],
    [
      'ICICI for businesses',
      BUSINESS,
      '1|S32880713|09/01/2026|09/01/2026 11:47:53 AM |-|NEFT-YESAP61641609940-PHONEPE LIMITED|CR|234771.47|500000.00',
    ],
    [
      'SBI',
      'Txn Date|Value Date|Description|Ref No./Cheque No.|Branch Code|Debit|Credit|Balance',
      '9 Jan 2026|9 Jan 2026|   BY TRANSFER-NEFT*YESB0000001*YESAP61641609940*PhonePe Limited*--|TRANSFER FROM 99509044300 / |4430| |2,34,771.47|5,00,000.00',
    ],
    [
      'Axis',
      AXIS,
      '09-01-2026|-|NEFT/YESAP61641609940/PHONEPE LIMITED/YES BANK|  |           234771.47|           500000.00|4875',
    ],
    [
      'Axis for businesses',
      'S.No|Transaction Date (dd/mm/yyyy)|Value Date (dd/mm/yyyy)|Particulars|Amount(INR)|Debit/Credit|Balance(INR)|Cheque Number|Branch Name(SOL)',
      '2|09/01/2026|09/01/2026|NEFT/YESAP61641609940/PHONEPE LIMITED/YES BANK|\t2,34,771.47|CR|-,77,58,122.30||FARIDABAD (248) ',
    ],
  ])('of %s has its day, its amount and the UTR, and names the provider', (_bank, heading, row) => {
    expect(read(heading, row)).toEqual({
      ...{ line: 2, day: '2026-01-09', amount: 23_477_147 },
      references: ['YESAP61641609940'],
      namesProvider: true,
    })
  })

  it('is below zero when it is a debit, in two columns or one', () => {
    expect(read(HDFC, '09/01/26|RENT|0000000000000123|09/01/26|1,000.00||0')).toMatchObject({ amount: -100_000 })
    expect(read(BUSINESS, '1|S1|09/01/2026|09/01/2026|-|RENT|DR|1000.00|0')).toMatchObject({ amount: -100_000 })
    expect(read('Date|Description|Amount', '09-Jan-2026|RENT|-1,000.00')).toMatchObject({ amount: -100_000 })
    expect(read('Date|Description|Amount', '09-Jan-2026|RENT|1,000.00 Dr')).toMatchObject({ amount: -100_000 })
    expect(read('Date|Description|Amount', '09-Jan-2026|SALE|1,000.00 Cr.')).toMatchObject({ amount: 100_000 })
  })

  it.each([
    ['a balance carried forward', '01/01/26|OPENING BALANCE|||||5,00,000.00'],
    ['stars below a heading', '********|**********|****|***|***|***|***'],
    ['a summary below the lines', '1,00,000.00|2|1||6,234.50|1,20,000.00|2,13,765.50'],
    ['the words at the end of a file', 'This is a computer generated statement'],
  ])('that is %s is no transaction', (_title, row) => {
    expect(read(HDFC, row)).toBeUndefined()
  })

  it.each([
    ['that has the month before the day', '01/14/26|X||||10.00|', 'has a date that is not day, month and year'],
    ['of a day that does not exist', '30/02/26|X||||10.00|', 'has a date that is not day, month and year'],
    ['with three decimals', '09/01/26|X||||10.001|', 'has no amount of rupees'],
    ['with decimals behind a comma', '09/01/26|X||||10,00|', 'has no amount of rupees'],
    ['with a credit and a debit', '09/01/26|X|||5.00|10.00|', 'has a credit and a debit'],
  ])('%s is refused', (_title, row, reason) => {
    expect(read(HDFC, row)).toContain(reason)
  })

  it('that is neither a credit nor a debit is refused', () => {
    expect(read(BUSINESS, '1|S1|09/01/2026|09/01/2026|-|X|?|10.00|')).toContain('neither a credit')
  })
})

describe('columns of a bank statement', () => {
  it.each([
    ['a date', 'Narration|Deposit Amt.|Withdrawal Amt.', 'Date'],
    ['credits', 'Date|Narration|Withdrawal Amt.', 'Deposit Amt., Credit or Amount'],
    ['debits beside credits', 'Date|Narration|Deposit Amt.', 'Withdrawal Amt. or Debit'],
    ['a text', 'Date|Deposit Amt.|Withdrawal Amt.', 'Narration, Description or Ref No.'],
  ])('without %s are refused', (_title, heading, missing) => {
    expect(columnsOfStatement(heading.split('|'))).toEqual({ missing })
  })

  it('with two of credits are refused', () => {
    expect(columnsOfStatement('Date|Narration|Credit|Debit|Deposit'.split('|'))).toEqual({ twice: 'Credit + Deposit' })
  })
})
