import { cruise, type ICruiseResult } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.mjs'
import type { Violation } from './violation.ts'

export const rules = config.forbidden.filter((rule) => 'to' in rule)

export type Graph = ICruiseResult

/** Reads all files below the folders and applies every rule of .dependency-cruiser.mjs. */
export async function readImports(baseDir: string, folders: readonly string[]): Promise<Graph> {
  const { enhancedResolveOptions, ...options } = config.options
  const { output } = await cruise(
    [...folders],
    { ...options, baseDir, validate: true, ruleSet: { forbidden: rules } },
    enhancedResolveOptions,
  )
  if (typeof output === 'string') throw new Error('dependency-cruiser returned a report instead of modules')
  return output
}

/** The violations of a graph. */
export function importViolations(graph: Graph): Violation[] {
  return graph.summary.violations.map(({ rule: { name }, from, to, cycle, via }) => {
    const [why, fix = ''] = rules.find((rule) => rule.name === name)?.comment?.split(' Fix: ') ?? []
    const path = (cycle ?? via ?? [{ name: to }]).map((step) => step.name).join(' → ')
    return { file: from, found: `import of ${path}`, rule: `${name}: ${why}`, fix }
  })
}

/** Names of rules whose `from` or `to` matches no file: they cannot fail, usually because a folder was renamed. */
export function rulesWithoutFiles({ modules }: Graph): string[] {
  const files = modules.map(({ source }) => source)
  const matches = (path: string | string[] | undefined) => {
    // `$1` stands for what the path of `from` captured: another folder in each match.
    const pattern = [path ?? ''].flat().join('|').replaceAll('$1', '')
    return files.some((file) => new RegExp(pattern).test(file))
  }
  return rules.filter(({ from, to }) => !matches(from.path) || !matches(to.path)).map(({ name }) => name ?? '')
}
