import type { DrillCheck, DrillReport } from '@galla/contract/sandbox-api/routes'
import { reasonOf, withDeadline } from '../callbacks/delivery.ts'
import type { Provider } from '../context.ts'
import type { Answer, Drill, Range, Shot } from './drill.ts'
import { DRILLS } from './drills.ts'
import { createRange } from './fixtures.ts'

/** Fires the list, or the drills named in `only`, at a receiver and grades its answers. */
export async function runDrill(provider: Provider, url: string, only?: readonly string[]): Promise<DrillReport> {
  const range = createRange(provider, provider.callbacks.receiver)
  const all: Answer[] = []
  const checks: DrillCheck[] = []
  for (const drill of DRILLS) {
    if (only && !only.includes(drill.name)) continue
    const shots = drill.shots(range)
    const answers: Answer[] = []
    if (drill.parallel) answers.push(...(await Promise.all(shots.map((shot) => fire(provider, url, shot)))))
    else for (const shot of shots) answers.push(await fire(provider, url, shot))
    all.push(...answers)
    checks.push(grade(drill, answers, range))
    for (const answer of answers) note(provider, url, drill.name, answer)
  }
  if (!only || only.includes('in-time')) checks.push(gradeSpeed(all))
  return report(url, checks)
}

/** Times the receiver on the machine's own clock: the sandbox's may stand still. */
async function fire(provider: Provider, url: string, shot: Shot): Promise<Answer> {
  const startedMs = performance.now()
  const took = (): number => performance.now() - startedMs
  try {
    const status = await withDeadline(provider.settings.receiverDeadlineMs, async (signal) => {
      const init = {
        method: 'POST',
        body: shot.body,
        headers: { ...shot.headers },
        redirect: 'manual',
        signal,
      } as const
      const reply = await provider.deliver(url, init)
      await reply.arrayBuffer()
      return reply.status
    })
    return { status, tookMs: took() }
  } catch (error) {
    return { tookMs: took(), failure: reasonOf(error) }
  }
}

function note({ journal, clock }: Provider, path: string, drill: string, answer: Answer): void {
  const status = answer.status === undefined ? {} : { status: answer.status }
  journal.write({ atMs: clock.now(), kind: 'callback', name: `drill.${drill}`, method: 'POST', path, ...status })
}

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
