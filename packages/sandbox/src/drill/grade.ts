import type { DrillCheck, DrillReport } from '@galla/contract/sandbox-api/routes'
import type { Answer, Drill, Range } from './drill.ts'

/** The provider waits three to five seconds for an answer; whoever needs longer than the shorter will lose some. */
export const IN_TIME_MS = 3_000

/** One line of the report. */
export function grade(drill: Drill, answers: readonly Answer[], range: Range): DrillCheck {
  const passed = answers.length > 0 && answers.every((answer) => drill.passes(answer, range))
  return { name: drill.name, passed, expects: drill.expects, saw: saw(answers), ...(passed ? {} : { fix: drill.fix }) }
}

/** All answers of all drills in one line: was the receiver quick enough? */
export function gradeSpeed(answers: readonly Answer[]): DrillCheck {
  const slowest = Math.max(0, ...answers.map((answer) => answer.tookMs))
  const passed = slowest <= IN_TIME_MS && answers.every((answer) => answer.status !== undefined)
  return {
    name: 'in-time',
    passed,
    expects: `Every callback is answered within ${IN_TIME_MS / 1000} seconds.`,
    saw: `slowest answer ${Math.round(slowest)} ms`,
    ...(passed
      ? {}
      : {
          fix: 'Keep the callback, answer 2xx, and do the work afterwards: no status read, no e-mail before the answer.',
        }),
  }
}

/** @param checks at least one */
export function report(url: string, checks: DrillCheck[]): DrillReport {
  const passed = checks.filter((check) => check.passed).length
  return { url, score: checks.length === 0 ? 0 : Math.round((100 * passed) / checks.length), checks }
}

function saw(answers: readonly Answer[]): string {
  return answers.map((answer) => answer.status ?? answer.failure ?? 'no answer').join(', ')
}
