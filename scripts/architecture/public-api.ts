import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { published } from '../lib/build-targets.mjs'
import { at, root } from '../lib/paths.mjs'

export interface Entry {
  /** The import path: `@galla/sdk/testing`. */
  name: string
  /** Absolute path of its source file. */
  file: string
}

/** Every subpath of the published packages that has a source file. */
export function entries(): Entry[] {
  return published()
    .sort()
    .flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(at('packages', folder, 'package.json'), 'utf8'))
      const subpaths = Object.entries<{ 'galla-source'?: string }>(manifest.exports)
      return subpaths.flatMap(([subpath, { 'galla-source': source }]) => {
        const file = source && at('packages', folder, source)
        return file && existsSync(file) ? [{ name: `${manifest.name}${subpath.slice(1)}`, file }] : []
      })
    })
}

/** Exported names by entry, sorted, with their kind: `type Rail`, `function inr`, `class Galla`. */
export function publicNames(found: readonly Entry[]): { [entry: string]: string[] } {
  const { config } = ts.readConfigFile(at('tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(
    found.map(({ file }) => file),
    { ...options, types: ['node'], lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'], jsx: ts.JsxEmit.ReactJSX },
  )
  const checker = program.getTypeChecker()
  return Object.fromEntries(
    found.map(({ name, file }) => {
      const source = program.getSourceFile(file)
      const symbol = source && checker.getSymbolAtLocation(source)
      const exported = symbol ? checker.getExportsOfModule(symbol) : []
      return [name, exported.map((one) => `${kindOf(checker, one)} ${one.name}`).sort()]
    }),
  )
}

function kindOf(checker: ts.TypeChecker, exported: ts.Symbol): string {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  if (symbol.flags & ts.SymbolFlags.Class) return 'class'
  if (symbol.flags & ts.SymbolFlags.Function) return 'function'
  if (symbol.flags & ts.SymbolFlags.Value) return 'const'
  return 'type'
}
