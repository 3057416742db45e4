import { expect, test } from 'vitest'
import { masked, maskedAuthorization, maskedLink } from './mask.ts'

test("secrets, card data and the payer's addresses are hidden at any depth; the rest is kept", () => {
  const value = {
    merchantOrderId: 'order-1',
    amount: 100,
    list: [{ access_token: 'abc' }, null, 7],
    deep: { cardDetails: { encryptedCvv: 'x', expiry: { month: '06' } }, vpa: 'success@ybl' },
  }
  expect(masked(value)).toEqual({
    merchantOrderId: 'order-1',
    amount: 100,
    list: [{ access_token: '***' }, null, 7],
    deep: { cardDetails: { encryptedCvv: '***', expiry: { month: '06' } }, vpa: 'su****s@ybl' },
  })
  expect(value.deep.vpa).toBe('success@ybl')
})

test('what nests without end is cut, whatever it holds', () => {
  let nested: unknown = { client_secret: 'abc' }
  for (let depth = 0; depth < 100_000; depth++) nested = depth % 2 ? [nested] : { inner: nested }
  expect(JSON.stringify(masked(nested)).length).toBeLessThan(1_000)
})

test('a UPI id that is masked already stays as it is', () => {
  expect(masked({ vpa: '90****01@ybl' })).toEqual({ vpa: '90****01@ybl' })
})

test('links lose their token, headers their credentials', () => {
  expect(maskedLink('http://x/transact/pg?token=abc&lang=hi')).toBe('http://x/transact/pg?token=***&lang=hi')
  expect(masked({ redirectUrl: 'http://x/?token=abc' })).toEqual({ redirectUrl: 'http://x/?token=***' })
  expect(maskedAuthorization('O-Bearer abc')).toBe('O-Bearer ***')
  expect(maskedAuthorization('abc')).toBe('***')
})
