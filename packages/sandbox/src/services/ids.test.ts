import { expect, test } from 'vitest'
import { createIds } from './ids.ts'

const counter = () => {
  let count = 0
  return { next: () => ++count }
}

test("ids have the provider's format, depend on the seed, and do not repeat", () => {
  const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
  const ids = createIds('seed', counter())
  expect(ids.order(nowMs)).toMatch(/^OMO260102030405678\d{7}$/)
  expect(ids.attempt(nowMs)).toMatch(/^OM260102030405678\d{7}$/)
  expect(ids.refund(nowMs)).toMatch(/^OMR260102030405678\d{7}$/)
  const again = createIds('seed', counter())
  const other = createIds('other', counter())
  const many = Array.from({ length: 10_000 }, () => again.order(nowMs))
  expect(new Set(many).size).toBe(many.length)
  expect(createIds('seed', counter()).order(nowMs)).toBe(many[0])
  expect(other.order(nowMs)).not.toBe(many[0])
  expect(other.opaque(nowMs)).toMatch(/^[\w-]{43}$/)
})

test('a sandbox that was restarted hands out no token again', () => {
  const first = createIds('seed', counter())
  const restarted = createIds('seed', counter())
  expect(restarted.opaque(1_000)).not.toBe(first.opaque(0))
  expect(createIds('seed', counter()).opaque(0)).toBe(createIds('seed', counter()).opaque(0))
})
