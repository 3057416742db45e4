import { expect, test } from 'vitest'
import { isVpa, lookUpVpa, maskPhone, maskVpa } from './upi.ts'

test.each(['asha@ybl', 'asha.k-1_2@okaxis', '9000000001@paytm'])('%s is a UPI id', (vpa) =>
  expect(isVpa(vpa)).toBe(true),
)
test.each(['', 'asha', '@ybl', 'a@', 'a@b', 'asha@y bl', 'asha@@ybl', 'asha@ybl.com', `${'a'.repeat(252)}@ybl`])(
  '%s is none',
  (vpa) => expect(isVpa(vpa)).toBe(false),
)

test('who it belongs to', () => {
  expect(lookUpVpa('asha@ybl')).toEqual({ valid: true, name: 'Asha Sandbox' })
  for (const vpa of ['invalid@ybl', 'UNKNOWN@ybl', 'nonsense']) expect(lookUpVpa(vpa)).toEqual({ valid: false })
})

test('masks keep enough for its owner alone', () => {
  expect(maskVpa('success@ybl')).toBe('su****s@ybl')
  expect(maskVpa('abc@ybl')).toBe('ab****@ybl')
  expect(maskPhone('9000000001')).toBe('90****01')
  expect(maskPhone('+919000000001')).toBe('90****01')
})
