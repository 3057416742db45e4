import { checkUrl } from '../check-url.ts'
import { access } from './access.ts'
import { callbacks, credentials } from './credentials.ts'
import { data } from './data.ts'
import { database } from './database.ts'
import type { Facts } from './facts.ts'
import type { Answer, Group, Status } from './item.ts'
import { operation } from './operation.ts'

/** The go-live checklist: the documentation is compared with it, and `galla gateway --check` answers it. */
export const CHECKLIST: readonly Group[] = [credentials, callbacks, database, data, access, operation]

/** The answer to one line. */
export interface CheckResult extends Answer {
  readonly code: string
  /** The remedy; absent when the line passes. */
  readonly fix?: string
  /** The section of the documentation about the code. */
  readonly url: string
}

export interface CheckedGroup {
  readonly title: string
  readonly results: readonly CheckResult[]
}

/** Answers every line. */
export const runChecklist = (facts: Facts): CheckedGroup[] =>
  CHECKLIST.map(({ title, items }) => ({
    title,
    results: items.map(({ code, fix, check }) => {
      const answer = check(facts)
      const more = answer.status === 'pass' ? {} : { fix: fix.replaceAll('`', '') }
      return { code, ...answer, ...more, url: checkUrl(code) }
    }),
  }))

/** Counts the lines with each answer. */
export function countResults(groups: readonly CheckedGroup[]): { readonly [One in Status]: number } {
  const counts = { pass: 0, warning: 0, fail: 0, unknown: 0 }
  for (const { results } of groups) for (const { status } of results) counts[status] += 1
  return counts
}
