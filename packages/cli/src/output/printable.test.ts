import { expect, it } from 'vitest'
import { printable, printableLine } from './printable.ts'

it.each([
  ['\u001b[2J\u001b[1;31mPAID', '\\u001b[2J\\u001b[1;31mPAID'],
  ['\u009b31m', '\\u009b31m'],
  ['paid\rfail', 'paid\\u000dfail'],
  ['\u202etxt.exe', '\\u202etxt.exe'],
  ['a\u0000b\u007f', 'a\\u0000b\\u007f'],
  ['चाय ₹499 → ✓\n\tnext', 'चाय ₹499 → ✓\n\tnext'],
])('printable neutralises %j', (text, expected) => expect(printable(text)).toBe(expected))

it('printableLine neutralises line breaks as well', () => expect(printableLine('a\nb\tc')).toBe('a\\u000ab\\u0009c'))

it('keeps JSON valid', () => {
  const json = JSON.stringify({ body: '\u009b\u001b' })
  expect(JSON.parse(printable(json))).toEqual({ body: '\u009b\u001b' })
})
