import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../lib/paths.mjs'
import { type Graph, importViolations, readImports, rules, rulesWithoutFiles } from './imports.ts'
import { format } from './violation.ts'

describe('imports of the repository', () => {
  let graph: Graph
  beforeAll(async () => {
    graph = await readImports(root, ['packages', 'apps', 'examples', 'bench', 'scripts', 'docs'])
  })

  it('keep every rule', () => expect(format(importViolations(graph))).toBe(''))

  it('are matched by every rule: none names a folder that is gone', () => expect(rulesWithoutFiles(graph)).toEqual([]))
})

it('each rule about imports has a reason and a fix', () => {
  const vague = rules.filter(({ comment = '' }) => !/^\S.+\. Fix: \S+/.test(comment))
  expect(vague.map(({ name }) => name)).toEqual([])
})
