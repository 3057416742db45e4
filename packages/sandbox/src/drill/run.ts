import type { DrillCheck, DrillReport } from '@galla/contract/sandbox-api/routes'
import { reasonOf, withDeadline } from '../callbacks/with-deadline.ts'
import type { Provider } from '../provider.ts'
import type { Answer, Shot } from './drill.ts'
import { DRILLS } from './drills.ts'
import { grade, gradeSpeed, report } from './grade.ts'
import { createRange } from './range.ts'

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
