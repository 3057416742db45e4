import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvSlices } from './csv-slices.ts'
import { linesOfReport, readReport } from './read-report.ts'

const HEADING = 'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,transaction_id,utr'
const fileOf = (rows: number) =>
  [HEADING, ...Array.from({ length: rows }, (_, at) => `o-${at},PAYMENT,100.00,2.00,0.36,T${at},U${at % 7}`)].join('\n')

/** Counts the turns of the event loop that `work` leaves to others. */
async function turnsDuring<Result>(work: Promise<Result>): Promise<[Result, number]> {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const result = await work
  isDone = true
  return [result, turns]
}

describe('a settlement report', () => {
  it('is read in slices, so that others have a turn for each thousand rows', async () => {
    const [read, turnsOfReading] = await turnsDuring(readReport(fileOf(20_000)))
    expect(read.rows).toHaveLength(20_000)
    expect(turnsOfReading).toBeGreaterThan(20)
    const [{ lines, sums }, turnsOfLines] = await turnsDuring(linesOfReport(read.rows))
    expect(lines).toHaveLength(20_000)
    expect(turnsOfLines).toBeGreaterThan(20)
    expect(sums).toMatchObject({ payments: { count: 20_000, amount: 200_000_000 }, fees: 4_000_000, taxes: 720_000 })
  })

  it('with a quote that nothing closes is refused without reading the rest again for each slice', async () => {
    const text = `${HEADING}\n"o-1,PAYMENT,1.00,0,0,T,U\n${'o-2,PAYMENT,1.00,0,0,T,U\n'.repeat(20_000)}`
    const [error, turns] = await turnsDuring(readReport(text).catch((reason: unknown) => reason))
    expect(String(error)).toContain('has quotes that do not match in row 2')
    expect(turns).toBeLessThan(10)
  })

  it('has its rows whatever the slices are', async () => {
    const text = 'a,b\r\n"1,2\r\n""x""",é₹\r\n\r\n3,"4"\r\n   ,\r\n"",5\r\n'.repeat(4)
    const whole = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data
    for (let characters = 60; characters <= text.length; characters += 1) {
      const rows: string[][] = []
      await csvSlices(text, (slice) => void rows.push(...slice.rows), characters)
      expect(rows).toEqual(whole)
    }
  })
})
