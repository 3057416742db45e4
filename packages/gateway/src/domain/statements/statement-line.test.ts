import { describe, expect, it } from 'vitest'
import { namesProvider, plainReference, referencesOf, statementDay } from './statement-line.ts'

it.each([
  ['22/11/26', '2026-11-22'],
  ['22-11-2026', '2026-11-22'],
  ['2 Nov 2026', '2026-11-02'],
  ['02-NOV-26', '2026-11-02'],
  ['2026-11-22', '2026-11-22'],
  ['2026-11-22T10:00:00+05:30', '2026-11-22'],
  ['2026-11-22T10:00:00', '2026-11-22'],
  ['2026-11-21T20:00:00Z', '2026-11-22'],
  ['2026-11-21T18:29:59.999Z', '2026-11-21'],
  ['2026-11-22T03:00:00+09:00', '2026-11-21'],
  ['2026-11-21 20:00:00 +0000', '2026-11-22'],
  ['2026-11-22+05:30', '2026-11-22'],
  ['2026-11-22Z', '2026-11-22'],
  ['2026-02-30T20:00:00Z', 'invalid'],
  ['2026-11-22T99:00:00Z', '2026-11-22'],
  ['22/11/2026 11:47:53 AM', '2026-11-22'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2026', 'invalid'],
  ['11/22/2026', 'invalid'],
  ['2 Foo 2026', 'invalid'],
  ['1,00,000.00', undefined],
  ['Opening balance', undefined],
  ['', undefined],
])('the date %j is the day %s', (text, day) => {
  expect(statementDay(text)).toBe(day)
})

describe('references of a line', () => {
  it('are the words that may be a UTR, without branch codes, names and short numbers', () => {
    const narration = 'BY TRANSFER-NEFT*YESB0000001*N091210552127895*PHONEPE PRIVATE--'
    expect(referencesOf([narration, 'TRANSFER FROM 99509044300 / '])).toEqual(['N091210552127895'])
    expect(referencesOf(['RTGS-YESBR52026011000012345-PHONEPE'])).toEqual(['YESBR52026011000012345'])
    expect(referencesOf(['INTERNATIONALLY KNOWN', 'CHQ 000123'])).toEqual([])
  })

  it('are the same whether or not a bank pads them with zeros', () => {
    expect(referencesOf(['0000516600000421', 'MMT/IMPS/516600000421/PhonePe'])).toEqual(['516600000421'])
    expect(plainReference(' yesap-61641609940 ')).toBe('YESAP61641609940')
  })

  it('are at most fifty', () => {
    expect(referencesOf(Array.from({ length: 90 }, (_, at) => `N0912105521278${at + 10}`))).toHaveLength(50)
  })
})

it.each([
  ['NEFT*YESB0000001*YESAP61641609940*PhonePe Limited*--', true],
  ['NEFT CR-YESB0000001-PHONEPE PRIVATE LIMITED', true],
  ['UPI/516600000421/Payment from PhonePe/asha', false],
  ['UPI-ASHA-9999999999@YBL-YESB0YBLUPI-516600000421-PHONEPE', false],
  ['IMPS-516600000421-ASHA-asha@ybl-PhonePe', false],
  ['NEFT-RAZORPAY SOFTWARE PVT LTD', false],
])('the text %j names the provider: %s', (text, expected) => {
  expect(namesProvider([text])).toBe(expected)
})
