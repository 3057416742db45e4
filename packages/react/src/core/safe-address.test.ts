import { expect, it } from 'vitest'
import { appAddress, pageAddress } from './safe-address.ts'

it.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//pay.example', '/pay', '', 'upi'])(
  'sends nobody to %j',
  (text) => {
    expect(pageAddress(text)).toBeUndefined()
    expect(appAddress(text)).toBeUndefined()
  },
)

it('lets pages and UPI apps through', () => {
  expect(pageAddress('https://pay.example/x')).toBe('https://pay.example/x')
  expect(appAddress('upi://pay?pa=tea@ybl')).toBe('upi://pay?pa=tea@ybl')
  expect(pageAddress('upi://pay')).toBeUndefined()
})
