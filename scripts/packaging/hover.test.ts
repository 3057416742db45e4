import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { published } from '../lib/build-targets.mjs'
import { at } from '../lib/paths.mjs'

/** Exported constants whose members are texts. */
const MESSAGES = new Set(['en', 'hi', 'componentMessages'])

interface Entry {
  /** As a merchant imports it, such as `@galla/sdk/testing`. */
  readonly name: string
  readonly pkg: string
  /** The JavaScript file; TypeScript finds the declarations beside it. */
  readonly file: string
}

/** Every entry point of a published package with declarations. */
function entries(): Entry[] {
  return published()
    .filter((folder) => folder !== 'cli')
    .flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(at('packages', folder, 'package.json'), 'utf8'))
      const subpaths = Object.entries<string | { import?: string; default?: string }>(manifest.exports)
      return subpaths.flatMap(([subpath, target]) => {
        const file = typeof target === 'string' ? target : (target.import ?? target.default ?? '')
        if (!file.endsWith('.mjs')) return []
        return [{ name: manifest.name + subpath.slice(1), pkg: manifest.name, file: at('packages', folder, file) }]
      })
    })
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
}

/** A language service over files in memory, beside the packages on disk. */
function serviceOver(files: ReadonlyMap<string, string>): ts.LanguageService {
  const read = (file: string) => files.get(file) ?? ts.sys.readFile(file)
  return ts.createLanguageService({
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = read(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => at('.'),
    getCompilationSettings: () => OPTIONS,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => files.has(file) || ts.sys.fileExists(file),
    readFile: read,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
}

/** Paths of exported symbols and of their members that hover without documentation. */
function undocumented(service: ts.LanguageService, probe: string, dist: string): string[] {
  const program = service.getProgram()
  const source = program?.getSourceFile(probe)
  const statement = source?.statements[0]
  if (!program || !statement || !ts.isExportDeclaration(statement) || !statement.moduleSpecifier) {
    throw new Error(`no export in ${probe}`)
  }
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(statement.moduleSpecifier)
  if (!module) throw new Error(`${probe} does not resolve`)

  const missing = new Set<string>()
  const visited = new Set<ts.Type>()
  const ours = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((declaration) => declaration.getSourceFile().fileName.startsWith(`${dist}/`))
  const requireDocs = (symbol: ts.Symbol, path: string) => {
    if (symbol.getDocumentationComment(checker).length === 0) missing.add(path)
  }

  const visit = (type: ts.Type, path: string): void => {
    if (visited.has(type)) return
    visited.add(type)
    // Brands of primitives have no member that a caller can use.
    if (type.isIntersection() && type.types.some((part) => !(part.flags & ts.TypeFlags.Object))) return
    if (type.isUnionOrIntersection()) {
      for (const part of type.types) visit(part, path)
      return
    }
    if (!(type.flags & ts.TypeFlags.Object)) return
    const { target } = type as ts.TypeReference
    for (const argument of target ? checker.getTypeArguments(type as ts.TypeReference) : []) visit(argument, path)
    for (const argument of type.aliasTypeArguments ?? []) visit(argument, path)
    for (const property of checker.getPropertiesOfType(type)) {
      if (!ours(property) || isHidden(property)) continue
      const { flags } = checker.getTypeOfSymbol(property)
      // A message: its hover shows its text.
      if (MESSAGES.has(path) && flags & ts.TypeFlags.StringLiteral) continue
      requireDocs(property, `${path}.${property.name}`)
      visit(checker.getTypeOfSymbol(property), `${path}.${property.name}`)
    }
    if (type.symbol && !ours(type.symbol)) return
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.parameters) visit(checker.getTypeOfSymbol(parameter), `${path}()`)
      visit(signature.getReturnType(), `${path}()`)
    }
  }

  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (!ours(symbol)) continue
    requireDocs(symbol, exported.name)
    if (symbol.flags & ts.SymbolFlags.Type) visit(checker.getDeclaredTypeOfSymbol(symbol), exported.name)
    if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), exported.name)
  }
  return [...missing].sort()
}

function isHidden({ declarations = [], name }: ts.Symbol): boolean {
  const modifiers = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return name === 'prototype' || declarations.some((one) => (ts.getCombinedModifierFlags(one) & modifiers) !== 0)
}

const ENTRIES = entries()
const probeOf = ({ file }: Entry) => `${file.replace(/\.mjs$/, '')}.probe.mts`

describe('declarations of the built packages', () => {
  let service: ts.LanguageService
  beforeAll(() => {
    service = serviceOver(
      new Map(ENTRIES.map((entry) => [probeOf(entry), `export * from ${JSON.stringify(entry.file)}\n`])),
    )
  })
  const missing = (entry: Entry) => {
    const folder = ENTRIES.find(({ name }) => name === entry.pkg) ?? entry
    return undocumented(service, probeOf(entry), dirname(folder.file))
  }

  it.each(ENTRIES.map((entry) => [entry.name, entry] as const))(
    '%s: every public member hovers with documentation',
    (_name, entry) => expect(missing(entry)).toEqual([]),
  )
})

// Uses the SDK in an editor; a marker precedes each name that is hovered.
const MARKER = '/*hover*/'
const PROGRAM = [
  "import { type CustomPay, Galla, inr, type Paise } from './dist/index.mjs'",
  "import { CustomCheckoutClient, StandardCheckoutClient } from './dist/compat.mjs'",
  'declare const galla: Galla',
  'declare const input: CustomPay',
  `const order = await galla.standardCheckout.${MARKER}pay({ merchantOrderId: 'order-1', amount: inr('499.00') })`,
  `const expiry: number = order.${MARKER}expireAt`,
  `const info = input.${MARKER}metaInfo`,
  `const status = galla.standardCheckout.${MARKER}getOrderStatus({ merchantOrderId: 'order-1', ${MARKER}details: true })`,
  'const amount: Paise = 49900',
].join('\n')

describe('the SDK in an editor', () => {
  const file = at('packages/sdk/editor.probe.mts')
  let service: ts.LanguageService
  beforeAll(() => {
    service = serviceOver(new Map([[file, PROGRAM]]))
  })

  it('shows documentation for members, inputs and results', () => {
    const text = service.getProgram()?.getSourceFile(file)?.text ?? ''
    const hovers = [...text.matchAll(/\/\*hover\*\/(\w+)/g)].map(({ index, 1: name }) => {
      const info = service.getQuickInfoAtPosition(file, index + MARKER.length)
      return [name, ts.displayPartsToString(info?.documentation)]
    })
    expect(hovers.map(([name]) => name)).toEqual(['pay', 'expireAt', 'metaInfo', 'getOrderStatus', 'details'])
    for (const hover of hovers) expect(hover).toEqual([hover[0], expect.stringMatching(/\w+/)])
  })

  it.each(['Galla', 'StandardCheckoutClient', 'CustomCheckoutClient'])(
    'shows an example for every method of %s',
    (name) => {
      const program = service.getProgram()
      const source = program?.getSourceFile(file)
      const checker = program?.getTypeChecker()
      const imported = checker?.getSymbolsInScope(source as ts.SourceFile, ts.SymbolFlags.Alias)
      const symbol = imported?.find((one) => one.name === name)
      if (!checker || !symbol) throw new Error(`${name} is not imported`)
      const type = checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol))
      const methods = methodsOf(checker, type, name)
      expect(methods.length).toBeGreaterThan(8)
      expect(methods.filter(([, tags]) => !tags.includes('example')).map(([path]) => path)).toEqual([])
    },
  )

  it('names paise() and inr() in the error for a plain number', () => {
    const errors = service
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    expect(errors).toEqual([expect.stringMatching(/use paise\(49900\) or inr\(.{0,2}"499\.00/)])
  })
})

/** The methods of a client and of its resources, with their JSDoc tags. */
function methodsOf(checker: ts.TypeChecker, type: ts.Type, path: string): [path: string, tags: string[]][] {
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const inner = checker.getTypeOfSymbol(property)
    const at = `${path}.${property.name}`
    if (inner.getCallSignatures().length > 0) return [[at, property.getJsDocTags(checker).map((tag) => tag.name)]]
    const isResource = inner.symbol && inner.symbol.flags & ts.SymbolFlags.Interface
    return isResource ? methodsOf(checker, inner, at) : []
  })
}
