import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE } from './samples/official-style.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, '.cache', 'compat-types')
beforeAll(() => void mkdirSync(folder, { recursive: true }))

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  noEmit: true,
  // The official package's types name its HTTP library's, and those want a browser's.
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  customConditions: ['galla-source'],
}

function complaints(name: string, text: string, options: ts.CompilerOptions = {}): string[] {
  const file = join(folder, name)
  writeFileSync(file, text)
  const program = ts.createProgram([file], { ...OPTIONS, ...options })
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file: where, start = 0 }) => {
    const line = where ? where.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${where?.fileName.replace(root, '') ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

const from = (door: string, text: string) => text.replaceAll('OFFICIAL_DOOR', door)

describe('code written for the official package', () => {
  it.each(['official.mts', 'official.cts'])('is valid there: %s', (name) => {
    expect(complaints(name, from('@phonepe-pg/pg-sdk-node', SAMPLE))).toEqual([])
  })

  it.each([
    ['ours.mts', {}],
    ['ours.cts', {}],
    ['strictest.mts', { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }],
  ])('compiles strictly when one import is changed: %s', (name, options) => {
    expect(complaints(name, from('@galla/sdk/compat', SAMPLE), options)).toEqual([])
  })

  it('may not use an enum’s member as a type [enum-types]', () => {
    const text = "import { Env } from 'OFFICIAL_DOOR'\nexport const env: Env.SANDBOX = Env.SANDBOX\n"
    expect(complaints('member.mts', from('@phonepe-pg/pg-sdk-node', text))).toEqual([])
    expect(complaints('member.mts', from('@galla/sdk/compat', text))).toEqual([expect.stringContaining('Env')])
  })

  it('is checked at all', () => {
    const text =
      "import { RefundRequest } from '@galla/sdk/compat'\nexport const it = RefundRequest.builder().amount('1')\n"
    expect(complaints('wrong.mts', text)).toEqual([expect.stringContaining("'string' is not assignable")])
  })
})
