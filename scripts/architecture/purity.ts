import ts from 'typescript'
import { isTest, type Text } from './files.ts'
import type { Violation } from './violation.ts'

/** Pure policy that two packages of ours must decide alike. No part of the provider's protocol. */
const SHARED_POLICY =
  /^packages\/contract\/src\/(?:digits|hosts-without-tls|money|nearest-name|received-request|response-checks|appearance\/[\w-]+)\.ts$/

/** Names whose mere use is an effect. */
const EFFECTS = /^(?:fetch|process|console|setTimeout|setInterval|crypto|globalThis|performance)$/

/** Files whose values outlive an instance; the head comment of each says why. */
export const STATEFUL: readonly string[] = [
  'packages/sdk/src/registry.ts',
  'packages/sdk/src/telemetry/at-exit.ts',
  // The sessions below one provider, by the provider: weakly held, so that the main entry knows nothing of subscriptions.
  'packages/react/src/subscriptions/use-subscription.ts',
]

/** As we write it, in small letters: a sentence begins with a capital. */
const SQL = /\b(?:select\s[\s\S]*\sfrom|insert\s+into|update\s+[\w."]+\s+(?:as\s+\w+\s+)?set|delete\s+from)\s/

/** The contract holds types, constants and tables: no I/O, no clock, and no function outside the files of shared policy. */
export function contractWithoutCode(sources: readonly Text[]): Violation[] {
  return inspect(sources, /^packages\/contract\/src\//, (node, path) => {
    const isFunction = !SHARED_POLICY.test(path) && ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
    return {
      broken: isEffect(node) || isFunction,
      rule: 'the contract holds types and constants: no I/O, and no function outside digits.ts, hosts-without-tls.ts, money.ts, nearest-name.ts, received-request.ts, response-checks.ts and appearance/',
      fix: 'move it to the package that uses it; if both sides need it, each writes it and a vector tests both',
    }
  })
}

/** State belongs to an instance: two merchants can live in one process. */
export function noModuleState(sources: readonly Text[], stateful = STATEFUL): Violation[] {
  return inspect(sources, /^packages\/(?!testkit\/)[^/]+\/src\//, (node, path) => ({
    broken: isModuleVariable(node) && !stateful.includes(path) && (!isConst(node) || isEmptyContainer(node)),
    rule: 'no mutable state at module level: every client in the process would share it',
    fix: 'move it into the factory or the class; annotate a table as ReadonlyMap, ReadonlySet or readonly',
  }))
}

/** SQL of the gateway: one repository a table, in storage/. */
export function sqlInStorage(sources: readonly Text[]): Violation[] {
  return inspect(sources, /^packages\/gateway\/src\/(?!storage\/)/, (node) => ({
    broken: (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && SQL.test(node.getText()),
    rule: 'SQL is in packages/gateway/src/storage/ only: one repository a table',
    fix: 'add a method to the repository and call it through a service',
  }))
}

/** Verdict of a rule on one node. */
export interface Judgement {
  broken: boolean
  rule: string
  fix: string
}

/** Calls `judge` on every node of the files below `wanted`, tests excluded. */
export function inspect(
  sources: readonly Text[],
  wanted: RegExp,
  judge: (node: ts.Node, path: string) => Judgement,
): Violation[] {
  return sources
    .filter(({ path }) => wanted.test(path) && !isTest(path))
    .flatMap(({ path, text }) => {
      const tree = treeOf(path, text)
      const violations: Violation[] = []
      const visit = (node: ts.Node) => {
        const { broken, rule, fix } = judge(node, path)
        if (broken) {
          const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
          violations.push({ file: path, line, found: node.getText(tree).slice(0, 80), rule, fix })
        } else ts.forEachChild(node, visit)
      }
      ts.forEachChild(tree, visit)
      return violations
    })
}

const trees = new Map<string, ts.SourceFile>()

/** Three rules read the same files: each is parsed once. */
function treeOf(path: string, text: string): ts.SourceFile {
  const known = trees.get(path)
  if (known?.text === text) return known
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  trees.set(path, tree)
  return tree
}

function isEffect(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return EFFECTS.test(node.text) && ts.isExpression(node.parent)
  if (ts.isPropertyAccessExpression(node)) return /^(?:Date\.now|Math\.random)$/.test(node.getText())
  return ts.isNewExpression(node) && node.expression.getText() === 'Date'
}

const isModuleVariable = (node: ts.Node): node is ts.VariableDeclaration =>
  ts.isVariableDeclaration(node) &&
  ts.isVariableStatement(node.parent.parent) &&
  ts.isSourceFile(node.parent.parent.parent)

const isConst = (node: ts.VariableDeclaration) => (node.parent.flags & ts.NodeFlags.Const) !== 0

/** `new Map()`, `[]`, `{}`: an empty container at module level is there to be filled. */
function isEmptyContainer({ initializer, type }: ts.VariableDeclaration): boolean {
  if (!initializer || /^readonly\b|^Readonly/.test(type?.getText() ?? '')) return false
  if (ts.isNewExpression(initializer)) {
    return /^(?:Weak)?(?:Map|Set)$/.test(initializer.expression.getText()) && !initializer.arguments?.length
  }
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0
  return ts.isObjectLiteralExpression(initializer) && initializer.properties.length === 0
}
