import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Change, diffJson } from './json-diff.ts'

const swap = (change: Change): Change => {
  switch (change.kind) {
    case 'added':
      return { kind: 'removed', path: change.path, before: change.after }
    case 'removed':
      return { kind: 'added', path: change.path, after: change.before }
    default:
      return { ...change, before: change.after, after: change.before }
  }
}

const byPath = (changes: readonly Change[]) => changes.map((change) => JSON.stringify(change)).sort()

/** Equality independent of the code under test: serialized with sorted fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

const json = () => fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)

describe('diffJson', () => {
  it('reports added, removed and changed fields by path', () => {
    const before = { event: 'checkout.order.completed', payload: { state: 'PENDING', amount: 49_900, expireAt: 1 } }
    const after = {
      event: 'checkout.order.completed',
      payload: { state: 'COMPLETED', amount: 49_900, orderId: 'OMO1' },
    }
    expect(diffJson(before, after)).toEqual([
      { kind: 'changed', path: 'payload.state', before: 'PENDING', after: 'COMPLETED' },
      { kind: 'added', path: 'payload.orderId', after: 'OMO1' },
      { kind: 'removed', path: 'payload.expireAt', before: 1 },
    ])
  })

  it('compares payment attempts by id and other items by index', () => {
    const failed = { transactionId: 'OM1', state: 'FAILED' }
    const before = { paymentDetails: [failed], words: ['a', 'b'] }
    const after = { paymentDetails: [{ transactionId: 'OM2', state: 'COMPLETED' }, failed], words: ['b'] }
    expect(diffJson(before, after)).toEqual([
      { kind: 'added', path: 'paymentDetails[0]', after: { transactionId: 'OM2', state: 'COMPLETED' } },
      { kind: 'changed', path: 'words[0]', before: 'a', after: 'b' },
      { kind: 'removed', path: 'words[1]', before: 'b' },
    ])
  })

  it('compares by index when two items have the same id', () => {
    const one = { transactionId: 'OM1', amount: 1 }
    expect(diffJson([one, one], [one, { ...one, amount: 2 }])).toEqual([
      { kind: 'changed', path: '[1].amount', before: 1, after: 2 },
    ])
  })

  it('distinguishes null from absent, text from numbers and lists from objects, and quotes field names', () => {
    expect(diffJson({ a: null, 'x-y': 1 }, { 'x-y': '1' })).toEqual([
      { kind: 'changed', path: '["x-y"]', before: 1, after: '1' },
      { kind: 'removed', path: 'a', before: null },
    ])
    expect(diffJson({ a: [] }, { a: {} })).toEqual([{ kind: 'changed', path: 'a', before: [], after: {} }])
    expect(diffJson('gone', null)).toEqual([{ kind: 'changed', path: '', before: 'gone', after: null }])
  })

  it('reports nothing exactly when the values are equal', () => {
    fc.assert(
      fc.property(json(), json(), (one, other) => {
        expect(diffJson(one, one)).toEqual([])
        expect(diffJson(one, other).length === 0).toBe(canonical(one) === canonical(other))
      }),
    )
  })

  it('reports the inverse changes when the values are swapped', () => {
    fc.assert(
      fc.property(json(), json(), (one, other) => {
        expect(byPath(diffJson(other, one).map(swap))).toEqual(byPath(diffJson(one, other)))
      }),
    )
  })
})
