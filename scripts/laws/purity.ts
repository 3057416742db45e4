import ts from 'typescript'
import type { Breach } from './breach.ts'
import { isTest, lineOf, type Source, walk } from './source.ts'

const MONEY = 'packages/contract/src/money.ts'

/** Names whose mere use is an effect. */
const EFFECTS = new Set([
  'fetch',
  'process',
  'console',
  'setTimeout',
  'setInterval',
  'crypto',
  'globalThis',
  'performance',
])

/** Files that may keep a value which outlives an instance: each is one, and says why in its head comment. */
const STATEFUL: readonly string[] = [
  'packages/sdk/src/registry.ts',
  'packages/sdk/src/telemetry/at-exit.ts',
  'packages/sdk/src/watch/channels.ts',
]

/** contract: types and tables; no I/O, no clock, no crypto, no function but money's. */
export function contractIsWords(sources: readonly Source[]): Breach[] {
  return sources
    .filter(({ path }) => path.startsWith('packages/contract/src/') && !isTest(path))
    .flatMap((source) => {
      const breaches: Breach[] = []
      walk(source.tree, (node) => {
        const effect = effectOf(node)
        if (effect) breaches.push(inContract(source, node, effect))
        if (source.path !== MONEY && ts.isFunctionLike(node) && 'body' in node && node.body) {
          breaches.push(inContract(source, node, `a function: ${node.getText(source.tree).slice(0, 60)}`))
        }
      })
      return breaches
    })
}

/** State belongs to an instance: two merchants live in one process. */
export function noModuleState(sources: readonly Source[]): Breach[] {
  return sources
    .filter(({ path }) => /^packages\/(?!testkit)[^/]+\/src\//.test(path) && !isTest(path) && !STATEFUL.includes(path))
    .flatMap((source) =>
      source.tree.statements
        .filter(ts.isVariableStatement)
        .flatMap(({ declarationList }) =>
          declarationList.declarations.map((declared) => ({ declared, declarationList })),
        )
        .filter(
          ({ declared, declarationList }) => !(declarationList.flags & ts.NodeFlags.Const) || isEmptyHolder(declared),
        )
        .map(({ declared }) => ({
          file: source.path,
          line: lineOf(source.tree, declared),
          found: declared.getText(source.tree).slice(0, 80),
          rule: 'no module-level mutable state: it would be shared by every client in the process',
          way: 'move it into the factory or the class; a table that never changes is annotated ReadonlyMap, ReadonlySet or readonly',
        })),
    )
}

/** No `any` where rooms meet. `signal` inside a fetch-shaped function is the one exemption: two runtimes' signals do not fit each other. */
export function noAny(sources: readonly Source[]): Breach[] {
  return sources
    .filter(({ path }) => /^(packages|apps)\/[^/]+\/src\//.test(path) && !isTest(path))
    .flatMap((source) => {
      const breaches: Breach[] = []
      walk(source.tree, (node) => {
        if (node.kind !== ts.SyntaxKind.AnyKeyword || isSignal(node.parent)) return
        breaches.push({
          file: source.path,
          line: lineOf(source.tree, node),
          found: node.parent.getText(source.tree).slice(0, 80),
          rule: 'no `any`: it switches the compiler off for everyone behind the seam',
          way: 'write the shape, or `unknown` and a check',
        })
      })
      return breaches
    })
}

function effectOf(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node) && EFFECTS.has(node.text) && ts.isExpression(node.parent)) return node.text
  if (ts.isPropertyAccessExpression(node) && /^(Date\.now|Math\.random)$/.test(node.getText())) return node.getText()
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date') return 'new Date'
  return undefined
}

const inContract = (source: Source, node: ts.Node, found: string): Breach => ({
  file: source.path,
  line: lineOf(source.tree, node),
  found,
  rule: 'contract holds words: types and tables, no I/O and no function but money',
  way: 'move it to the room that uses it; if both sides need it, each writes it and a vector holds them together',
})

/** `new Map()`, `[]`, `{}`: an empty holder at module level waits to be filled. */
function isEmptyHolder(declared: ts.VariableDeclaration): boolean {
  const value = declared.initializer
  if (!value || /^readonly\b|^Readonly/.test(declared.type?.getText() ?? '')) return false
  if (ts.isNewExpression(value)) {
    return /^(?:Weak)?(?:Map|Set)$/.test(value.expression.getText()) && !value.arguments?.length
  }
  if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0
  return ts.isObjectLiteralExpression(value) && value.properties.length === 0
}

const isSignal = (node: ts.Node) =>
  (ts.isPropertySignature(node) || ts.isParameter(node)) && ts.isIdentifier(node.name) && node.name.text === 'signal'
