import { describe, expect, it } from 'vitest'
import { type Columns, columnsOf, identityOf, readRows } from './refund-file.ts'

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

  it.each(['0', '1.005', '1e3', '12,34', 'ten', '99999999999999', '1.499,00'])('refuses %s rupees', (text) => {
    expect(one('o-1', text)).toEqual({ line: 2, problem: 'bad-amount' })
  })

  it('refuses what a sheet would compute, and what is no id', () => {
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
