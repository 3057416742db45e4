import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { RefundControls } from './controls.ts'
import { type Columns, columnsOf, identityOf, type PlannedRow, planRows, readRows } from './file.ts'
import { newRefund, type RefundRecord } from './refund.ts'

const columns = (...headings: string[]): Columns => {
  const found = columnsOf(headings)
  if ('problem' in found) throw new Error(found.problem)
  return found
}

describe('the heading', () => {
  it('is read in any case and spelling, and an amount must name its unit', () => {
    expect([...columns('Order ID', 'Amount in rupees', 'NOTE').values()]).toEqual(['merchantOrderId', 'rupees', 'note'])
    expect([...columns('merchantOrderId', 'amount_paise').values()]).toEqual(['merchantOrderId', 'paise'])
    expect(columnsOf(['order', 'amount'])).toEqual({ problem: 'unit-of-amount', column: 'amount' })
    expect(columnsOf(['rupees'])).toEqual({ problem: 'no-order-column' })
    expect(columnsOf(['order', 'rupees', 'paise'])).toMatchObject({ problem: 'two-columns' })
    expect(columnsOf(['order', 'Order ID'])).toMatchObject({ problem: 'two-columns' })
    expect(columnsOf(['order', 'colour'])).toEqual({ problem: 'unknown-column', column: 'colour' })
  })
})

it('the identity of a row is the same however its reference was typed or saved', () => {
  const of = (reference: string) => identityOf({ line: 2, merchantOrderId: 'o-1', reference })
  for (const same of [
    're\u0301t 7',
    'r\u00e9t\u200b 7',
    'r\u00e9t\u00a0 7',
    '\ufeffr\u00e9t 7',
    'r\u00e9t\ufe0f 7',
    'r\u034f\u00e9t 7',
    'r\u00e9t 7\u3164',
    'r\u00e9t 7\u0001',
    'r\u00e9t\u2800\u00a07',
  ])
    expect(of(same)).toBe(of('r\u00e9t 7'))
  for (const other of ['R\u00c9T 7', 'ret 7', 'r\u00e9t7']) expect(of(other)).not.toBe(of('r\u00e9t 7'))
})

describe('a row', () => {
  const rupees = columns('order', 'rupees', 'reason', 'note', 'reference')
  const one = (...cells: string[]) => readRows(rupees, [cells])[0]

  it.each([
    ['499', 49_900],
    ['1,499.50', 149_950],
    ['1,00,000', 10_000_000],
    ['₹ 10.5', 1_050],
  ])('reads %s rupees', (text, amount) => {
    expect(one('o-1', text)).toEqual({ line: 2, merchantOrderId: 'o-1', amount })
  })

  it.each(['0', '0.99', '1.005', '1e3', '12,34', 'ten', '99999999999999', '1.499,00'])('refuses %s rupees', (text) => {
    expect(one('o-1', text)).toEqual({ line: 2, problem: 'bad-amount' })
  })

  it('refuses what a sheet would compute, and what is not an id', () => {
    expect(one('=A1', '10')).toMatchObject({ problem: 'formula' })
    expect(one('o-1', '-10')).toMatchObject({ problem: 'formula', column: 'rupees' })
    expect(one('o-1', '10', '', '@SUM(1)')).toMatchObject({ problem: 'formula', column: 'note' })
    expect(one('o 1', '10')).toEqual({ line: 2, problem: 'bad-order' })
    expect(one('', '10')).toEqual({ line: 2, problem: 'no-order' })
    expect(one('o-1', '10', 'because')).toEqual({ line: 2, problem: 'bad-reason' })
    expect(one('o-1', '10', '', '', '', 'more')).toEqual({ line: 2, problem: 'too-many-cells' })
  })

  it('without an amount asks for the rest, and a reference tells two equal refunds apart', () => {
    const rows = readRows(rupees, [
      ['o-1'],
      ['o-1', '', 'Damaged'],
      ['o-1', '10', '', '', 'a'],
      ['o-1', '10', '', '', 'b'],
    ])
    expect(rows[0]).toEqual({ line: 2, merchantOrderId: 'o-1' })
    expect(rows[1]).toEqual({ line: 3, problem: 'duplicate' })
    expect(rows.slice(2).every((row) => !('problem' in row))).toBe(true)
  })

  it('leaves empty rows out, and counts them', () => {
    expect(readRows(rupees, [['', ''], ['o-1', '10.00'], [' ']])).toEqual([
      { line: 3, merchantOrderId: 'o-1', amount: 1_000 },
    ])
  })

  it('refuses an amount whose comma split it into two cells', () => {
    const split = (...cells: string[]) => readRows(columns('order', 'rupees', 'note'), [cells], { byComma: true })[0]
    const problem = { line: 2, problem: 'split-amount', column: 'rupees' }
    expect(split('o-1', '1', '499.00')).toEqual(problem)
    expect(split('o-1', '1', '00', '000.00')).toEqual(problem)
    expect(split('o-1', '499', '412')).toEqual(problem)
    expect(readRows(columns('order', 'paise', 'note'), [['o-1', '1', '499']], { byComma: true })[0]).toEqual({
      ...problem,
      column: 'paise',
    })
    expect(split('o-1', '499.00', '412')).toMatchObject({ amount: 49_900, note: '412' })
    expect(split('o-1', '499', 'damaged')).toMatchObject({ amount: 49_900 })
    expect(readRows(columns('order', 'rupees', 'note'), [['o-1', '1', '499']])[0]).toMatchObject({ amount: 100 })
  })

  it('is the same refund in any file, whatever its line, reason and note', () => {
    const paise = columns('note', 'paise', 'order')
    const [first] = readRows(rupees, [['o-1', '10.00', 'damaged', 'a note']])
    const second = readRows(paise, [
      ['', '1', 'o-2'],
      ['other', '1000', 'o-1'],
    ])[1]
    if (!first || !second || 'problem' in first || 'problem' in second) throw new Error('not read')
    expect(identityOf(first)).toBe(identityOf(second))
  })
})

describe('the plan', () => {
  const booked = 49_900 as Paise
  const payment = { transactionId: 'OM1', state: 'COMPLETED', amount: booked, booked, paymentMode: 'UPI_QR' } as const
  const order = { state: 'COMPLETED', attempts: [payment], availableAmount: 49_900 } as const
  const wanted = (merchantOrderId: string, amount?: number) => ({
    line: 2,
    merchantOrderId,
    merchantRefundId: `f-${merchantOrderId}-${amount}`,
    ...(amount === undefined ? {} : { amount: amount as Paise }),
  })
  const refund = (more: Partial<RefundRecord> = {}): RefundRecord => ({
    ...newRefund({
      id: 1,
      merchantRefundId: 'r-1',
      merchantOrderId: 'o-1',
      amount: 10_000 as Paise,
      origin: 'console',
      createdAtMs: 1,
    }),
    requestedRole: 'finance',
    ...more,
  })
  const planOf = (rows: readonly PlannedRow[], controls: RefundControls = {}, left?: number) =>
    planRows(rows, { controls, requester: 'finance', left })
  const about = { order, refunds: [] }

  it('says what happens to each row', () => {
    const isDone = { ...about, refunds: [refund({ state: 'COMPLETED' })] }
    const rows: [PlannedRow, string][] = [
      [{ row: wanted('o-1', 10_000), about, known: undefined }, 'refund'],
      [{ row: wanted('o-2', 30_000), about, known: undefined }, 'approval'],
      [{ row: wanted('o-1', 20_000), about, known: undefined }, 'same-order'],
      [{ row: wanted('o-3', 50_000), about, known: undefined }, 'too-much'],
      [{ row: wanted('o-4', 1), about: undefined, known: undefined }, 'order-unknown'],
      [
        { row: wanted('o-5', 1), about: { ...about, order: { ...order, state: 'FAILED' } }, known: undefined },
        'not-paid',
      ],
      [
        { row: wanted('o-6'), about: { ...about, order: { ...order, availableAmount: 0 } }, known: undefined },
        'nothing-left',
      ],
      [{ row: wanted('o-7', 1), about: { ...about, refunds: [refund()] }, known: undefined }, 'in-progress'],
      [{ row: wanted('o-8', 15_000), about: isDone, known: undefined }, 'approval'],
      [{ row: wanted('o-9'), about, known: refund({ state: 'FAILED' }) }, 'exists'],
    ]
    expect(
      planOf(
        rows.map(([row]) => row),
        { approvalAbove: 20_000 },
      ).map(({ plan }) => plan),
    ).toEqual(rows.map(([, plan]) => plan))
  })

  it('takes all that is left where a row has no amount', () => {
    expect(planOf([{ row: wanted('o-1'), about, known: undefined }])).toEqual([
      { plan: 'refund', amount: 49_900, paid: 49_900, refundable: 49_900 },
    ])
  })

  it('counts the rows against what may be requested today, and skips only those that do not fit', () => {
    const rows = [30_000, 30_000, 10_000].map((amount, at) => ({
      row: wanted(`o-${at}`, amount),
      about,
      known: undefined,
    }))
    expect(planOf(rows, {}, 40_000).map(({ plan }) => plan)).toEqual(['refund', 'over-limit', 'refund'])
  })
})
