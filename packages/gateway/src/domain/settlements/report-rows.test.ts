import { describe, expect, it } from 'vitest'
import {
  columnsOfReport,
  dayOf,
  identityOfLine,
  paiseOf,
  type ReportColumns,
  readReportRow,
  toLines,
} from './report-file.ts'

const HEADING =
  'merchant_order_id,transaction_type,transaction_status,transaction_amount,total_fees,total_tax,transaction_id,utr'

function columns(heading = HEADING): ReportColumns {
  const found = columnsOfReport(heading.split(','))
  if ('missing' in found || 'twice' in found) throw new Error(JSON.stringify(found))
  return found
}
const read = (row: string, heading = HEADING) => readReportRow(columns(heading), row.split(','), 2)

describe('a row of a settlement report', () => {
  it.each([
    ['has more cells than the heading', 'order-1,PAYMENT,COMPLETED,1,499.00,9.98,1.80,T1,UTR123456'],
    ['has fewer cells than the heading, as the last row of a file that was cut off', 'order-1,PAYMENT,COMPLETED,49'],
    ['has no amount', 'order-1,PAYMENT,COMPLETED,,9.98,1.80,T1,UTR123456'],
    ['is a payment of less than nothing', 'order-1,CHARGEBACK,COMPLETED,-499.00,0,0,T1,UTR123456'],
    ['is a refund that was taken back', 'order-1,REFUND_REVERSAL,COMPLETED,100.00,0,0,T1,UTR123456'],
    ['has a status that nobody knows', 'order-1,PAYMENT,SUCCESSFUL,499.00,9.98,1.80,T1,UTR123456'],
    ['has the address of a payer in place of an id', 'order-1,PAYMENT,COMPLETED,499.00,9.98,1.80,T1,asha@okaxis'],
    ['has the address of a payer in place of an order', 'asha@okaxis,PAYMENT,COMPLETED,499.00,9.98,1.80,T1,UTR123456'],
    ['has an order in another encoding', 'caf\ufffd-1,REFUND,COMPLETED,499.00,0,0,T1,UTR123456'],
    ['has a formula in place of an order', '=HYPERLINK(A1),PAYMENT,COMPLETED,499.00,9.98,1.80,T1,UTR123456'],
    ['is the sum of the others', ',TOTAL,COMPLETED,499.00,9.98,1.80,,'],
  ])('that %s is refused', (_, row) => {
    expect(read(row)).toEqual(expect.any(String))
  })

  it('that moved no money is left out', () => {
    expect(read('order-1,PAYMENT,FAILED,499.00,0,0,T1,')).toBeUndefined()
  })

  it('has the text of a cell that a spreadsheet has protected', () => {
    expect(read('="order-1",PAYMENT,COMPLETED,499.00,9.98,1.80,="T1",="UTR123456"')).toMatchObject({
      merchantOrderId: 'order-1',
      transactionId: 'T1',
      utr: 'UTR123456',
    })
  })

  it('that says NA has no id', () => {
    expect(read('order-1,PAYMENT,COMPLETED,499.00,9.98,1.80,NA,n/a')).not.toHaveProperty('transactionId')
  })
})

describe('columns of a settlement report', () => {
  it('count once: a total of taxes stands for its parts, and a rate is no tax', () => {
    const heading = 'merchant_order_id,transaction_type,transaction_amount,total_fees,Fee (%),total_tax,igst,cgst,Tax %'
    expect(read('order-1,PAYMENT,499.00,9.98,2,1.80,1.80,0,18', heading)).toMatchObject({ fee: 998, tax: 180 })
  })

  it('are summed where each tax has its own', () => {
    const heading = 'MerchantReferenceId,PaymentType,Amount,Fee,IGST,CGST,SGST'
    expect(read('order-1,PAYMENT,499.00,-9.98,0,-0.90,-0.90', heading)).toMatchObject({ tax: -180 })
  })

  it('with one name twice are refused', () => {
    expect(
      columnsOfReport('merchant_order_id,transaction_type,transaction_amount,Transaction Amount'.split(',')),
    ).toEqual({
      twice: 'transaction_amount + Transaction Amount',
    })
  })
})

it.each([
  ['1,499.00', 149_900],
  ['12,34,567.5', 123_456_750],
  ['(12.00)', -1_200],
  ['₹ 499', 49_900],
  ['499,00', Number.NaN],
  ['1.230,00', Number.NaN],
  ['1,2,3', Number.NaN],
  ['4.999', Number.NaN],
])('%s is %d paise', (text, paise) => {
  expect(paiseOf(text)).toBe(paise)
})

it.each([
  ['2026-11-22 10:00:00', '2026-11-22'],
  ['2026-11-21T20:00:00Z', '2026-11-22'],
  ['2026-11-22T01:30:00+05:30', '2026-11-22'],
  ['22/11/2026', '2026-11-22'],
  ['2-Nov-2026', '2026-11-02'],
  ['2026-02-30', undefined],
  ['99/99/2026', undefined],
  ['9 Foo 2026', undefined],
  ['45000', undefined],
])('%s is the day %s', (text, day) => {
  expect(dayOf(text)).toBe(day)
})

it.each([
  ['PAYMENT'.padEnd(99, 'X'), true],
  [`${'PAYMENT'.padEnd(99, 'X')}😀`, true],
  [`${'PAYMENT'.padEnd(100, 'X')}😀`, false],
  ['समायोजन', true],
  ['Fee – adjustment', true],
  ['PAY\u0007MENT', false],
  ['PAY\u202eTNEM', false],
  ['PAY\u2028MENT', false],
])('the type %j of a row is read: %s', (type, isRead) => {
  const row = read(`order-1,${type},COMPLETED,499.00,9.98,1.80,T1,UTR123456`)
  if (isRead) expect(row).toMatchObject({ type })
  else expect(row).toMatch('type of transaction')
})

describe('a row in two files', () => {
  const lineOf = (row: string) => {
    const found = read(row)
    if (typeof found !== 'object') throw new Error(String(found))
    return found
  }
  const keyOf = (row: string, feeSign?: 'positive' | 'negative') =>
    toLines([lineOf(row)], feeSign).map((line) => identityOfLine(line, 0))[0]

  it('is the same row when the later file names its transfer, or has fees of the other sign', () => {
    const row = 'order-1,PAYMENT,COMPLETED,499.00,9.98,1.80,T1,'
    expect(keyOf(`${row}UTR123456`)).toBe(keyOf(row))
    expect(keyOf(row, 'negative')).toBe(keyOf(row))
  })

  it('is another row than an equal one of the same file, also with the id of the payment', () => {
    const [line] = toLines([lineOf('order-1,REFUND,COMPLETED,-10.00,0,0,T1,UTR123456')])
    if (!line) throw new Error('no line')
    expect(identityOfLine(line, 1)).not.toBe(identityOfLine(line, 0))
  })
})
