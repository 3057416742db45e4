import { expect, it } from 'vitest'
import { isVpa } from './vpa.ts'

it.each(['success@ybl', 'a.b-c_9@okhdfcbank', '9876543210@upi'])('%s looks like a UPI ID', (text) => {
  expect(isVpa(text)).toBe(true)
})

it.each(['', 'success', '@ybl', 'a@ybl', 'two@at@ybl', 'name@', 'na me@ybl', 'name@1'])('%j does not', (text) => {
  expect(isVpa(text)).toBe(false)
})
