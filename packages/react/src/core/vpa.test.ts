import { describe, expect, it } from 'vitest'
import { isVpa } from './vpa.ts'

describe('isVpa', () => {
  it.each(['success@ybl', 'a.b-c_9@okhdfcbank', '9876543210@upi'])('accepts %s', (text) => {
    expect(isVpa(text)).toBe(true)
  })

  it.each(['', 'success', '@ybl', 'a@ybl', 'two@at@ybl', 'name@', 'na me@ybl', 'name@1'])('rejects %j', (text) => {
    expect(isVpa(text)).toBe(false)
  })
})
