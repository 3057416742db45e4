import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { at, root } from '../lib/paths.mjs'

/** One source file as the laws see it. Paths are relative to the repository, with forward slashes. */
export interface Source {
  path: string
  text: string
  tree: ts.SourceFile
  imports: Import[]
}

export interface Import {
  /** As written: `./pay.ts`, `@galla/contract/money`, `node:http`. */
  specifier: string
  /** Where a relative one leads, from the repository's root; the specifier itself otherwise. */
  target: string
  /** Vanishes when compiled. */
  typeOnly: boolean
  names: string[]
  line: number
}

/** Tests are named exceptions of the room rules: they may put any two rooms together. */
export const isTest = (path: string) => /\.(test|test-d)\.tsx?$/.test(path) || /(^|\/)test\//.test(path)

export function parse(path: string, text: string): Source {
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, kind)
  return { path, text, tree, imports: importsOf(tree, path) }
}

/** Every file of the house that git would commit: what is ignored (dist, assets) is not ours to judge. */
export function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  return listed.toString('utf8').split('\0').filter(Boolean).filter(exists)
}

export function sources(): Source[] {
  return listFiles()
    .filter((path) => /^(packages|apps|examples|bench)\/.*\.(ts|tsx|js|mjs)$/.test(path))
    .map((path) => parse(path, readFileSync(at(path), 'utf8')))
}

export const lineOf = (tree: ts.SourceFile, node: ts.Node) =>
  tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1

/** Calls `visit` on every node below. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    visit(child)
    walk(child, visit)
  })
}

function importsOf(tree: ts.SourceFile, path: string): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node, specifier: ts.Expression | undefined, typeOnly: boolean, names: string[]) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    const written = specifier.text
    const target = written.startsWith('.') ? normalize(join(dirname(path), written)) : written
    found.push({ specifier: written, target, typeOnly, names, line: lineOf(tree, node) })
  }
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) {
      const names = namesOf(node.importClause?.namedBindings)
      const onlyTypes = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      add(node, node.moduleSpecifier, onlyTypes, names)
    } else if (ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.isTypeOnly, namesOf(node.exportClause))
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal as ts.Expression, true, [])
    } else if (ts.isCallExpression(node) && isLoad(node.expression)) {
      add(node, node.arguments[0], false, [])
    }
  })
  return found
}

const isLoad = (called: ts.Expression) =>
  called.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(called) && called.text === 'require')

function namesOf(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): string[] {
  if (!bindings || (!ts.isNamedImports(bindings) && !ts.isNamedExports(bindings))) return []
  return bindings.elements.map((element) => (element.propertyName ?? element.name).text)
}

function exists(path: string): boolean {
  return ts.sys.fileExists(at(path))
}
