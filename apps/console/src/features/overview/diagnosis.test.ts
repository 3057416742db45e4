import { paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import { changeText, findingsOf, reasonsOf, usualText } from './diagnosis.ts'

const mode = (paymentMode: string, attempts: number, paidAttempts: number, code?: string) => ({
  paymentMode,
  attempts,
  paidAttempts,
  completed: paidAttempts,
  failed: attempts - paidAttempts,
  pending: 0,
  amount: paise(0),
  ...(code === undefined ? {} : { topFailure: { code, orders: 1 } }),
})

const texts = (...modes: Parameters<typeof findingsOf>) => findingsOf(...modes).map(({ text }) => text)

it('names the payment modes that fell or are low, with their most frequent reason, the worst first', () => {
  const now = [mode('CARD', 10, 6), mode('UPI_QR', 17, 4, 'ZM'), mode('UPI_INTENT', 50, 49), mode('TOKEN', 4, 0)]
  expect(texts(now)).toEqual([
    'UPI QR is at 23.5 %: 13 of 17 attempts failed, most often: Wrong UPI PIN.',
    'Card is at 60 %: 4 of 10 attempts failed.',
  ])
})

it('names a payment mode that is a tenth and three standard deviations below its expected success', () => {
  const usual = (...modes: ReturnType<typeof mode>[]) => ({ text: 'usually', modes })
  expect(texts([mode('UPI_QR', 40, 26, 'ZM')], usual(mode('UPI_QR', 400, 368)))).toEqual([
    'UPI QR is at 65 % (usually 92 %): 14 of 40 attempts failed, most often: Wrong UPI PIN.',
  ])
  expect(texts([mode('CARD', 1_000, 850)], usual(mode('CARD', 4_000, 3_600)))).toEqual([])
  expect(texts([mode('CARD', 20, 14)], usual(mode('CARD', 400, 340)))).toEqual([])
})

it('does not name a payment mode whose low success is usual', () => {
  const expected = { text: 'usually', modes: [mode('CARD', 400, 240)] }
  expect(texts([mode('CARD', 100, 60)])).toHaveLength(1)
  expect(texts([mode('CARD', 100, 60)], expected)).toEqual([])
})

it('says what is usual on the weekday, up to now of a day that has begun', () => {
  const monday = { fromMs: Date.parse('2026-11-23T00:00:00+05:30'), toMs: Date.parse('2026-11-24T00:00:00+05:30') }
  expect(usualText('12', monday, monday.fromMs + 600_000)).toBe('usually 12 by now on Mondays')
  expect(usualText('none', monday, monday.toMs)).toBe('usually none on Mondays')
})

it('compares with an earlier time, unless there was nothing', () => {
  const texts = [112, 88, 100].map((now) => changeText(now, 100, 'the day before'))
  expect(texts).toEqual(['+12 % from the day before', '−12 % from the day before', 'the same as the day before'])
  expect([changeText(5, 0, 'the day before'), changeText(5, undefined, 'the day before')]).toEqual([
    undefined,
    undefined,
  ])
})

it('says how many orders its list has: those of a mode whose payers then paid in another way are listed under that one', () => {
  const switched = { ...mode('CARD', 5, 0), failed: 0 }
  expect(findingsOf([switched])).toEqual([
    { paymentMode: 'CARD', failedOrders: 0, text: 'Card is at 0 %: 5 of 5 attempts failed.' },
  ])
})

it('counts codes with the same words as one reason, which opens exactly its orders', () => {
  const failures = [
    { code: 'ZM', orders: 3 },
    { code: 'U69', orders: 2 },
    { code: 'ORDER_EXPIRED', orders: 2 },
    { code: '', orders: 1 },
  ]
  const expired = { label: 'Not paid in time', orders: 4, failure: 'EXPIRED' }
  const others = [
    { label: 'Wrong UPI PIN', orders: 3, failure: 'ZM' },
    { label: 'No reason given', orders: 1, failure: undefined },
  ]
  expect(reasonsOf({ failures, expired: 4, cancelled: 0 })).toEqual([expired, ...others])
  expect(reasonsOf({ failures, expired: 5, cancelled: 0 })[0]).toEqual({ ...expired, failure: undefined })
})
