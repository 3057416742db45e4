import type { DrillCheck, DrillReport } from '@galla/contract/sandbox-api/routes'
import { describeError, withDeadline } from '../callbacks/delivery.ts'
import type { SandboxContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { DRILLS, type Drill, type DrillResponse } from './drills.ts'
import { createFixtures, type DrillFixtures, type DrillRequest } from './fixtures.ts'

/** Name of the check that grades the response times of all drills together. */
export const SPEED_CHECK = 'in-time'

/** The provider waits three to five seconds for an answer. A receiver that needs more than three loses callbacks. */
const MAX_RESPONSE_MS = 3_000

/** Sends all drills, or those named in `only`, to a receiver and grades its answers. */
export async function runDrill(context: SandboxContext, url: string, only?: readonly string[]): Promise<DrillReport> {
  const fixtures = createFixtures(context, context.callbacks.receiver)
  const all: DrillResponse[] = []
  const checks: DrillCheck[] = []
  for (const drill of DRILLS) {
    if (only && !only.includes(drill.name)) continue
    const requests = drill.requests(fixtures)
    const responses: DrillResponse[] = []
    if (drill.parallel) responses.push(...(await Promise.all(requests.map((request) => send(context, url, request)))))
    else for (const request of requests) responses.push(await send(context, url, request))
    all.push(...responses)
    checks.push(grade(drill, responses, fixtures))
    for (const response of responses) writeJournal(context, url, drill.name, response)
  }
  if (!only || only.includes(SPEED_CHECK)) checks.push(gradeSpeed(all))
  const passed = checks.filter((check) => check.passed).length
  return { url, score: checks.length === 0 ? 0 : Math.round((100 * passed) / checks.length), checks }
}

/** Measures the response time on the machine's own clock, because the sandbox's clock may be frozen. */
async function send(context: SandboxContext, url: string, { body, headers }: DrillRequest): Promise<DrillResponse> {
  const startedMs = performance.now()
  const tookMs = (): number => performance.now() - startedMs
  try {
    const status = await withDeadline(context.settings.receiverDeadlineMs, async (signal) => {
      const init = { method: 'POST', body, headers: { ...headers }, redirect: 'manual', signal } as const
      const response = await context.deliver(url, init)
      await response.body?.cancel()
      return response.status
    })
    return { status, tookMs: tookMs() }
  } catch (error) {
    return { tookMs: tookMs(), failure: describeError(error) }
  }
}

function writeJournal({ journal, clock }: SandboxContext, path: string, drill: string, response: DrillResponse): void {
  journal.write({
    atMs: clock.now(),
    kind: 'callback',
    name: `drill.${drill}`,
    method: 'POST',
    path,
    ...defined({ status: response.status }),
  })
}

function grade(drill: Drill, responses: readonly DrillResponse[], fixtures: DrillFixtures): DrillCheck {
  const passed = responses.length > 0 && responses.every((response) => drill.passes(response, fixtures))
  const saw = responses.map((response) => response.status ?? response.failure ?? 'no answer').join(', ')
  return { name: drill.name, passed, expects: drill.expects, saw, ...(passed ? {} : { fix: drill.fix }) }
}

function gradeSpeed(responses: readonly DrillResponse[]): DrillCheck {
  const slowestMs = Math.max(0, ...responses.map((response) => response.tookMs))
  const passed = slowestMs <= MAX_RESPONSE_MS && responses.every((response) => response.status !== undefined)
  const fix =
    'Store the callback, answer 2xx, and do the work afterwards: no status check and no e-mail before the answer.'
  return {
    name: SPEED_CHECK,
    passed,
    expects: `Every callback is answered within ${MAX_RESPONSE_MS / 1000} seconds.`,
    saw: `slowest answer ${Math.round(slowestMs)} ms`,
    ...(passed ? {} : { fix }),
  }
}
