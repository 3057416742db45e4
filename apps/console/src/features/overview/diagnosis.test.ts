import { paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import { changeText, findingsOf, reasonsOf } from './diagnosis.ts'

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
  expect(texts(now, [mode('UPI_QR', 100, 92), mode('CARD', 4, 4)])[0]).toBe(
    'UPI QR fell from 92 % to 23.5 %: 13 of 17 attempts failed, most often: Wrong UPI PIN.',
  )
  expect(texts([mode('CARD', 10, 8)], [mode('CARD', 10, 10)])).toEqual([
    'Card fell from 100 % to 80 %: 2 of 10 attempts failed.',
  ])
  expect(texts([mode('CARD', 100, 95)], [mode('CARD', 100, 98)])).toEqual([])
})

it('compares with an earlier time, unless there was nothing', () => {
  expect([changeText(112, 100), changeText(88, 100), changeText(100, 100)]).toEqual(['+12 %', '−12 %', 'the same'])
  expect([changeText(5, 0), changeText(5, undefined)]).toEqual([undefined, undefined])
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
