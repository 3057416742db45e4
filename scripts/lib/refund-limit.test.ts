import { expect, it } from 'vitest'
import { approvalLimit } from './refund-limit.mjs'

it.each([
  [undefined, 50_000],
  ['', 50_000],
  ['0', 0],
  ['500000', 500_000],
])('reads the limit %j as %i paise', (text, paise) => {
  expect(approvalLimit(text)).toBe(paise)
})

it.each(['5,000', '-1', '1.5', 'never'])('refuses %s', (text) => {
  expect(() => approvalLimit(text)).toThrow(/^GALLA_REFUND_APPROVAL_ABOVE must be whole paise/)
})
