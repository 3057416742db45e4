import { describe, expect, it } from 'vitest'
import { ALL, childrenOf, findMatches, GROUP_SIZE, highlight, type JsonNode, openPaths, rootOf } from './json-tree.ts'

const paths = (nodes: readonly JsonNode[]) => nodes.map(({ path }) => path)

describe('a JSON tree', () => {
  it('names every value with a path that code can use', () => {
    const root = rootOf({ a: [{ 'x-verify': 1 }], '0': 2 })
    expect(paths(childrenOf(root))).toEqual(['["0"]', 'a'])
    const [item] = childrenOf(childrenOf(root)[1] as JsonNode)
    expect(item).toMatchObject({ path: 'a[0]', dotted: 'a.0', name: 0 })
    expect(childrenOf(item as JsonNode)).toMatchObject([{ path: 'a[0]["x-verify"]', dotted: 'a.0.x-verify' }])
    expect(childrenOf(rootOf({ udf1: 'x' }, 'request.metaInfo'))).toMatchObject([{ dotted: 'request.metaInfo.udf1' }])
  })

  it('puts more than 100 children into groups, and many groups into groups', () => {
    const root = rootOf({ list: Array.from({ length: 250 }, (_, at) => at) })
    const groups = childrenOf(childrenOf(root)[0] as JsonNode)
    expect(paths(groups)).toEqual(['list[0…99]', 'list[100…199]', 'list[200…249]'])
    expect(paths(childrenOf(groups[2] as JsonNode)).slice(0, 2)).toEqual(['list[200]', 'list[201]'])
    let nodes = childrenOf(rootOf(Array.from({ length: 500_000 }, (_, at) => at)))
    expect(paths(nodes)[1]).toBe('[10000…19999]')
    while (nodes[0]?.range) {
      expect(nodes.length).toBeLessThanOrEqual(GROUP_SIZE)
      nodes = childrenOf(nodes[0])
    }
    expect(paths(nodes).at(-1)).toBe('[99]')
  })

  it('opens the upper levels of a large document only', () => {
    expect([...openPaths(rootOf({ a: { b: {} }, c: 1 }))]).toEqual(['', 'a'])
    const large = { rows: Array.from({ length: 90 }, (_, at) => ({ at, more: { a: 1, b: 2 } })) }
    expect(openPaths(rootOf(large)).size).toBeLessThan(60)
    expect(openPaths(rootOf(large), ALL).size).toBe(182)
    let deep: unknown = 'end'
    for (let level = 0; level < 50_000; level += 1) deep = [deep]
    expect(openPaths(rootOf(deep)).size).toBe(12)
  })

  it('finds names and values in order, with everything that has to be opened', () => {
    const root = rootOf({ state: 'COMPLETED', details: [{ State: 1 }, { other: 'a state' }], none: null })
    expect(findMatches(root, 'STATE')).toEqual([
      { path: 'state', parents: [''] },
      { path: 'details[0].State', parents: ['details[0]', 'details', ''] },
      { path: 'details[1].other', parents: ['details[1]', 'details', ''] },
    ])
    expect(findMatches(root, 'null')).toMatchObject([{ path: 'none' }])
    expect(findMatches(root, '')).toEqual([])
    const [match] = findMatches(rootOf(Array.from({ length: 300 }, (_, at) => `item ${at}`)), 'item 299')
    expect(match).toEqual({ path: '[299]', parents: ['[200…299]', ''] })
    let deep: unknown = 'end'
    for (let level = 0; level < 50_000; level += 1) deep = [deep]
    expect(findMatches(rootOf(deep), 'end')).toHaveLength(1)
  })

  it('marks the parts of a text that a search found', () => {
    const parts = (text: string, searched: string) =>
      highlight(text, searched).map(({ part, found }) => (found ? `<${part}>` : part))
    expect(parts('Completed, completed', 'COMP')).toEqual(['<Comp>', 'leted, ', '<comp>', 'leted'])
    expect(parts('nothing', 'x')).toEqual(['nothing'])
    expect(parts('İstanbul tea', 'tea')).toEqual(['İstanbul tea'])
  })
})
