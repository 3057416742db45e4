import { describe, expect, it } from 'vitest'
import { told } from './breach.ts'
import { contractIsWords, noAny, noModuleState } from './purity.ts'
import { parse, sources } from './source.ts'

const words = 'packages/contract/src/provider/words.ts'
const client = 'packages/sdk/src/client.ts'

describe('contract is words', () => {
  it('in every file', () => {
    expect(told(contractIsWords(sources()))).toBe('')
  })

  it.each([
    'export function sum(a: number) { return a }',
    'export const sum = (a: number) => a',
    'export class Sum { add() { return 1 } }',
  ])('refuses a function: %s', (text) => {
    expect(contractIsWords([parse(words, text)])).not.toEqual([])
  })

  it.each([
    'export const now = Date.now()',
    'export const t = new Date()',
    'export const r = Math.random()',
    'export const p = process.env',
  ])('refuses an effect, in money too: %s', (text) => {
    expect(contractIsWords([parse('packages/contract/src/money.ts', text)])).toMatchObject([{ line: 1 }])
  })
})

describe('module-level state', () => {
  it('is only where the law names it', () => {
    expect(told(noModuleState(sources()))).toBe('')
  })

  it.each([
    'let token = ""',
    'export const cache = new Map<string, string>()',
    'const queue: string[] = []',
    'const seen = {}',
  ])('is noticed: %s', (text) => {
    expect(noModuleState([parse(client, text)])).toMatchObject([{ file: client, line: 1 }])
  })

  it.each([
    'const NONE: readonly string[] = []',
    `const STATES = new Set(['A'])`,
    'const EMPTY: ReadonlyMap<string, string> = new Map()',
  ])('a table is none: %s', (text) => {
    expect(noModuleState([parse(client, text)])).toEqual([])
  })
})

describe('any', () => {
  it('is nowhere in source', () => {
    expect(told(noAny(sources()))).toBe('')
  })

  it('is noticed, but for the signal of a fetch-shaped function', () => {
    expect(noAny([parse(client, 'export const read = (body: any) => body')])).toHaveLength(1)
    expect(noAny([parse(client, 'export interface Init { signal?: any }')])).toEqual([])
  })
})
