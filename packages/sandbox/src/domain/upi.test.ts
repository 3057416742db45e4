import { expect, test } from 'vitest'
import { isVpa, lookUpVpa, maskPhone, maskVpa } from './upi.ts'

test.each(['asha@ybl', 'asha.k-1_2@okaxis', '9000000001@paytm'])('%s is a UPI id', (vpa) =>
  expect(isVpa(vpa)).toBe(true),
)
test.each(['', 'asha', '@ybl', 'a@', 'a@b', 'asha@y bl', 'asha@@ybl', 'asha@ybl.com', `${'a'.repeat(252)}@ybl`])(
  '%s is not a UPI id',
  (vpa) => expect(isVpa(vpa)).toBe(false),
)

test('lookUpVpa returns the holder of a UPI id', () => {
  expect(lookUpVpa('asha@ybl')).toEqual({ valid: true, name: 'Asha Sandbox' })
  for (const vpa of ['invalid@ybl', 'UNKNOWN@ybl', 'nonsense']) expect(lookUpVpa(vpa)).toEqual({ valid: false })
})

test('maskVpa and maskPhone keep the first and last characters', () => {
  expect(maskVpa('success@ybl')).toBe('su****s@ybl')
  expect(maskVpa('abc@ybl')).toBe('ab****@ybl')
  expect(maskPhone('9000000001')).toBe('90****01')
  expect(maskPhone('+919000000001')).toBe('90****01')
})
