import { expect, test } from 'vitest'
import { maskAuthorization, maskLink, maskSecrets } from './mask.ts'

test("masks secrets, card data and the payer's UPI id at any depth, and nothing else", () => {
  const value = {
    merchantOrderId: 'order-1',
    amount: 100,
    list: [{ access_token: 'abc' }, null, 7],
    deep: { cardDetails: { encryptedCvv: 'x', expiry: { month: '06' } }, vpa: 'success@ybl' },
  }
  expect(maskSecrets(value)).toEqual({
    merchantOrderId: 'order-1',
    amount: 100,
    list: [{ access_token: '***' }, null, 7],
    deep: { cardDetails: { encryptedCvv: '***', expiry: { month: '06' } }, vpa: 'su****s@ybl' },
  })
  expect(value.deep.vpa).toBe('success@ybl')
})

test('cuts a body that is nested too deeply', () => {
  let nested: unknown = { client_secret: 'abc' }
  for (let depth = 0; depth < 100_000; depth++) nested = depth % 2 ? [nested] : { inner: nested }
  expect(JSON.stringify(maskSecrets(nested)).length).toBeLessThan(1_000)
})

test('keeps a UPI id that is already masked', () => {
  expect(maskSecrets({ vpa: '90****01@ybl' })).toEqual({ vpa: '90****01@ybl' })
})

test('masks the token of a link and the credentials of a header', () => {
  expect(maskLink('http://x/transact/pg?token=abc&lang=hi')).toBe('http://x/transact/pg?token=***&lang=hi')
  expect(maskSecrets({ redirectUrl: 'http://x/?token=abc' })).toEqual({ redirectUrl: 'http://x/?token=***' })
  expect(maskAuthorization('O-Bearer abc')).toBe('O-Bearer ***')
  expect(maskAuthorization('abc')).toBe('***')
})
