import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { at, root } from '../lib/paths.mjs'
import { published } from '../lib/targets.mjs'

export interface Door {
  /** As a merchant imports it: `@galla/sdk/testing`. */
  name: string
  /** Source file behind it. */
  file: string
}

/** Every subpath of the published packages that has a source of its own. */
export function doors(): Door[] {
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

/** One sorted line a name: `type Rail`, `function inr`, `class Galla`. */
export function publicNames(found: readonly Door[]): { [door: string]: string[] } {
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
