import { describe, expect, it } from 'vitest'
import { textsOf } from './files.ts'
import { contractWithoutCode, noModuleState, STATEFUL, sqlInStorage } from './purity.ts'
import { format } from './violation.ts'

const sources = textsOf(/^packages\/[^/]+\/src\/.*\.tsx?$/)
const client = 'packages/sdk/src/client.ts'

describe('contract', () => {
  it('holds no code', () => expect(format(contractWithoutCode(sources))).toBe(''))

  it.each([
    'export function sum(a: number) { return a }',
    'export const sum = (a: number) => a',
    'export class Sum { add() { return 1 } }',
  ])('may not declare a function: %s', (text) => {
    expect(contractWithoutCode([{ path: 'packages/contract/src/provider/states.ts', text }])).toHaveLength(1)
  })

  it.each([
    'export const now = Date.now()',
    'export const t = new Date()',
    'export const r = Math.random()',
    'export const p = process.env',
  ])('may not have an effect, in money.ts and appearance/ neither: %s', (text) => {
    for (const path of ['packages/contract/src/money.ts', 'packages/contract/src/appearance/color.ts'])
      expect(contractWithoutCode([{ path, text }])).toMatchObject([{ line: 1 }])
  })
})

describe('module state', () => {
  it('exists in the listed files only', () => expect(format(noModuleState(sources))).toBe(''))

  it('exists in every listed file', () => {
    expect(new Set(noModuleState(sources, []).map(({ file }) => file))).toEqual(new Set(STATEFUL))
  })

  it.each([
    'let token = ""',
    'export const cache = new Map<string, string>()',
    'const queue: string[] = []',
    'const seen = {}',
  ])('is reported: %s', (text) => {
    expect(noModuleState([{ path: client, text }])).toMatchObject([{ file: client, line: 1 }])
  })

  it.each([
    'const NONE: readonly string[] = []',
    `const STATES = new Set(['A'])`,
    'const EMPTY: ReadonlyMap<string, string> = new Map()',
    'function f() { const local: string[] = []; return local }',
  ])('does not include a constant or a local variable: %s', (text) => {
    expect(noModuleState([{ path: client, text }])).toEqual([])
  })

  it('is replaced by no test: the test files of a worker share what they load, so that the order would decide', () => {
    const tests = textsOf(/^(?:packages|apps|examples|docs|scripts)\/.*\.test\.tsx?$/)
    expect(tests.length).toBeGreaterThan(400)
    expect(tests.filter(({ text }) => /\bvi\.mock\(/.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('SQL', () => {
  it('of the gateway is in storage/', () => expect(format(sqlInStorage(sources))).toBe(''))

  const path = 'packages/gateway/src/services/pay.ts'

  it.each([
    '`select "state"\n from orders where id = $1`',
    "'insert into orders values ($1)'",
    `'update galla.orders set "state" = $1'`,
    "'delete from galla.orders where true'",
  ])('is reported elsewhere: %s', (sql) => {
    expect(sqlInStorage([{ path, text: `const query = ${sql}` }])).toMatchObject([{ file: path, line: 1 }])
    expect(
      sqlInStorage([{ path: 'packages/gateway/src/storage/orders/orders.ts', text: `const query = ${sql}` }]),
    ).toEqual([])
  })

  it.each(["'Select an order from the list'", "'update the order and delete it'"])('is not a sentence: %s', (text) => {
    expect(sqlInStorage([{ path, text }])).toEqual([])
  })
})
