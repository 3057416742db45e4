import type { Delivery } from '@galla/contract/sandbox-api/routes'
import { defined } from './defined.ts'
import type { Io } from './io.ts'
import type { SandboxClient } from './sandbox-client.ts'

const POLL_INTERVAL_MS = 50
/** Six seconds: the sandbox itself waits five for an answer. */
const POLLS = 120

/**
 * Waits until the app has answered the callbacks that the sandbox sends by itself about one order or refund.
 * @returns the answered ones; empty when none was answered in time
 */
export async function waitForDeliveries(
  callSandbox: SandboxClient,
  io: Io,
  wanted: { id: string; event?: string; sinceMs?: number },
): Promise<Delivery[]> {
  const { id, event, sinceMs = 0 } = wanted
  for (let poll = 0; poll < POLLS && !io.stop.aborted; poll += 1) {
    const { deliveries } = await callSandbox('GET /callbacks', { query: { id, ...defined({ event }) } })
    const answered = deliveries.filter(
      ({ answer, failure, scheduledAtMs }) =>
        scheduledAtMs >= sinceMs && (answer !== undefined || failure !== undefined),
    )
    if (answered.length > 0) return answered
    await io.pause(POLL_INTERVAL_MS)
  }
  return []
}
