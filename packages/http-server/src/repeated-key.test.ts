import fc from 'fast-check'
import { expect, it } from 'vitest'
import { repeatedKey } from './repeated-key.ts'

it.each([
  ['{"a":1,"a":1}', 'a'],
  ['{"a":1,"b":{"c":1,"c":2}}', 'c'],
  ['[{"a":1},{"b":1,"b" : 2}]', 'b'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"amount":1,"x":{"amount":2},"amount":3}', 'amount'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"":1,"":2}', ''],
  ['{"a\\"":1,"a\\"":2}', 'a"'],
])('in %s %j is there twice', (json, key) => {
  expect(repeatedKey(json, JSON.parse(json))).toBe(key)
})

it.each([
  '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
  '{"a":"{\\"b\\":1,\\"b\\":2}"}',
  '["a","a"]',
  '{"a":"a","b":"a:"}',
  '1',
  '""',
])('in %s no key is there twice', (json) => {
  expect(repeatedKey(json, JSON.parse(json))).toBeUndefined()
})

it('finds none in any value that JSON.stringify wrote, and one where a key is written again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const json = JSON.stringify(value)
      expect(repeatedKey(json, JSON.parse(json))).toBeUndefined()
      const [key = ''] = Object.keys(value)
      const twice = `${json.slice(0, -1)},${JSON.stringify(key)}:1}`
      expect(repeatedKey(twice, JSON.parse(twice))).toBe(key)
    }),
  )
})

it('reads a text of 100 000 arrays in one another', () => {
  const json = `${'['.repeat(100_000)}{"a":1,"a":2}${']'.repeat(100_000)}`
  expect(repeatedKey(json, JSON.parse(json))).toBe('a')
})
