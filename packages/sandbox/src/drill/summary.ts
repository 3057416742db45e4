import type { DrillReport } from '@galla/contract/sandbox-api/routes'

/** Names that the summary lists; more are counted. */
const MAX_NAMES = 4

type Graded = Pick<DrillReport, 'checks' | 'notGraded'>

/** Percent, rounded down; what was not graded counts as not passed. */
export function scoreOf({ checks, notGraded }: Graded): number {
  const all = checks.length + notGraded.length
  return all === 0 ? 0 : Math.floor((100 * checks.filter(({ passed }) => passed).length) / all)
}

/** `23 of 25 checks passed. The missing 8: status-check, effects not graded`. */
export function summaryOf(report: Graded): string {
  const { checks, notGraded } = report
  const failed = checks.filter(({ passed }) => !passed)
  const summary = `${checks.length - failed.length} of ${checks.length + notGraded.length} checks passed`
  const costs = [
    ...(failed.length > 0 ? [`${listNames(failed)} failed`] : []),
    ...(notGraded.length > 0 ? [`${listNames(notGraded)} not graded`] : []),
  ]
  return costs.length === 0 ? summary : `${summary}. The missing ${100 - scoreOf(report)}: ${costs.join('; ')}`
}

const listNames = (named: readonly { name: string }[]): string =>
  named.length > MAX_NAMES ? `${named.length} checks` : named.map(({ name }) => name).join(', ')
