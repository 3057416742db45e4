import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE } from './samples/official-style.ts'
import { DEMANDED, NARROWING, PATTERNS } from './samples/public-patterns.ts'

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
  // The official types reference those of its HTTP library, which need browser types.
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  customConditions: ['galla-source'],
}

/** Parses a declaration once for all programs, which differ in one file. */
const host = ts.createCompilerHost(OPTIONS)
const parse = host.getSourceFile
const parsed = new Map<string, ts.SourceFile | undefined>()
host.getSourceFile = (name, ...rest) => {
  if (name.startsWith(folder)) return parse(name, ...rest)
  if (!parsed.has(name)) parsed.set(name, parse(name, ...rest))
  return parsed.get(name)
}

function diagnostics(name: string, text: string, options: ts.CompilerOptions = {}): string[] {
  const file = join(folder, name)
  writeFileSync(file, text)
  const program = ts.createProgram([file], { ...OPTIONS, ...options }, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file: where, start = 0 }) => {
    const line = where ? where.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${where?.fileName.replace(root, '') ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

const importing = (pkg: string, text: string) => text.replaceAll('OFFICIAL_PACKAGE', pkg)

describe('code written for the official package', () => {
  it.each(['official.mts', 'official.cts'])('compiles against the official package: %s', (name) => {
    expect(diagnostics(name, importing('@phonepe-pg/pg-sdk-node', SAMPLE))).toEqual([])
  })

  it.each([
    ['ours.mts', {}],
    ['ours.cts', {}],
    ['strictest.mts', { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }],
  ])('compiles strictly after changing one import: %s', (name, options) => {
    expect(diagnostics(name, importing('@galla/sdk/compat', SAMPLE), options)).toEqual([])
  })

  it.each(['@phonepe-pg/pg-sdk-node', '@galla/sdk/compat'])('compiles as public applications use %s', (name) => {
    expect(diagnostics('patterns.mts', importing(name, PATTERNS))).toEqual([])
  })

  it('narrows a rail, an instrument and a state, which it cannot with the official package [narrow-types]', () => {
    expect(diagnostics('narrowing.mts', NARROWING)).toEqual([])
    const official = NARROWING.replace('@galla/sdk/compat', '@phonepe-pg/pg-sdk-node')
    expect(diagnostics('narrowing-official.mts', official)).toContainEqual(
      expect.stringContaining("'utr' does not exist"),
    )
  })

  it('imports from one entry what the official package also has in its files [one-entry]', () => {
    const text = "import type { CallbackResponse } from 'PACKAGE'\nexport type It = CallbackResponse\n"
    const from = (name: string) => diagnostics('entry.mts', text.replace('PACKAGE', name))
    expect(from('@phonepe-pg/pg-sdk-node/dist/common/index.js')).toEqual([])
    expect(from('@galla/sdk/compat')).toEqual([])
    expect(from('@galla/sdk/compat/dist/common/index.js')).toEqual([expect.stringContaining('Cannot find module')])
  })

  it.each(['@phonepe-pg/pg-sdk-node', '@galla/sdk/compat'])('cannot leave out what %s demands', (name) => {
    expect(diagnostics('demanded.mts', importing(name, DEMANDED))).toEqual([])
  })

  it('is type-checked: a wrong argument does not compile', () => {
    const text =
      "import { RefundRequest } from '@galla/sdk/compat'\nexport const it = RefundRequest.builder().amount('1')\n"
    expect(diagnostics('wrong.mts', text)).toEqual([expect.stringContaining("'string' is not assignable")])
  })
})
