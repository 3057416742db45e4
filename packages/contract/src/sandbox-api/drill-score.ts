import type { DrillReport } from './routes.ts'

/** Names that a sentence lists; more are counted. */
const MAX_NAMES = 4

/** `23 of 25 checks passed. The missing 8: status-check, effects not graded`, in order of the report. */
export function describeScore({
  score,
  checks,
  notGraded,
}: Pick<DrillReport, 'score' | 'checks' | 'notGraded'>): string {
  const failed = checks.filter(({ passed }) => !passed)
  const summary = `${checks.length - failed.length} of ${checks.length + notGraded.length} checks passed`
  const costs = [
    ...(failed.length > 0 ? [`${listNames(failed)} failed`] : []),
    ...(notGraded.length > 0 ? [`${listNames(notGraded)} not graded`] : []),
  ]
  return costs.length === 0 ? summary : `${summary}. The missing ${100 - score}: ${costs.join('; ')}`
}

const listNames = (named: readonly { name: string }[]): string =>
  named.length > MAX_NAMES ? `${named.length} checks` : named.map(({ name }) => name).join(', ')

/** Checks that were not graded, together where the reason is the same. */
export function groupNotGraded(notGraded: DrillReport['notGraded']): { names: string[]; reason: string }[] {
  const groups = new Map<string, string[]>()
  for (const { name, reason } of notGraded) groups.set(reason, [...(groups.get(reason) ?? []), name])
  return [...groups].map(([reason, names]) => ({ names, reason }))
}
