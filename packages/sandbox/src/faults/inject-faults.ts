import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import type { SandboxContext } from '../context.ts'
import { faultResponse, type Reply } from '../responses/errors.ts'
import { ConnectionReset } from './connection-reset.ts'
import type { CallSubject, HeldCalls } from './held-calls.ts'

/** Delay of every rule without `delayMs`, except `hold`. */
export const DEFAULT_DELAY_MS = 1_000

/**
 * Handles a call under the rules that apply to it: before the handler, instead of it, or after it.
 * @throws ConnectionReset
 */
export async function withFaults(
  rules: readonly FaultRule[],
  context: SandboxContext,
  subject: CallSubject,
  handle: () => Reply | Promise<Reply>,
): Promise<Reply> {
  const { heldCalls, settings } = context
  for (const { kind, delayMs } of rules) {
    if (kind === 'latency') await heldCalls.wait(kind, subject, delayMs ?? DEFAULT_DELAY_MS)
    if (kind === 'hold') await heldCalls.wait(kind, subject, delayMs)
  }
  const instead = rules.find((rule) => rule.kind === 'status' || rule.kind === 'reset')
  if (instead?.kind === 'reset') throw new ConnectionReset()
  if (instead && !instead.afterIntake) return faultResponse(instead, settings.quirks)
  const response = await handle()
  for (const { kind, delayMs } of rules) {
    if (kind === 'late-reply') await heldCalls.wait(kind, subject, delayMs ?? DEFAULT_DELAY_MS)
  }
  if (rules.some((rule) => rule.kind === 'lost-reply')) throw new ConnectionReset()
  return instead
    ? { ...faultResponse(instead, settings.quirks), ...(response.journal && { journal: response.journal }) }
    : response
}

/** Delay of the replica of a status endpoint, in milliseconds; undefined without a `stale-status` rule. */
export function replicaLagMs(rules: readonly FaultRule[]): number | undefined {
  const rule = rules.find(({ kind }) => kind === 'stale-status')
  return rule && (rule.delayMs ?? DEFAULT_DELAY_MS)
}

/** The Response for a body, changed by the rules that apply to bodies. */
export function faultyResponse(
  rules: readonly FaultRule[],
  text: string,
  init: { status: number; headers: Headers },
  context: SandboxContext,
): Response {
  const rule = rules.find((one) => ['slow-body', 'wrong-content-type', 'truncated', 'empty'].includes(one.kind))
  switch (rule?.kind) {
    case 'empty':
      return new Response(null, init)
    case 'truncated':
      return new Response(text.slice(0, Math.floor(text.length / 2)), init)
    case 'wrong-content-type':
      init.headers.set('content-type', 'text/html; charset=utf-8')
      return new Response(text, init)
    case 'slow-body':
      return new Response(slowBody(text, rule.delayMs ?? DEFAULT_DELAY_MS, context.heldCalls), init)
    default:
      return new Response(text, init)
  }
}

/** Half of the bytes at once, the rest after the delay. */
function slowBody(text: string, delayMs: number, { sleep }: HeldCalls): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const half = Math.floor(bytes.length / 2)
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, half))
      await sleep(delayMs)
      controller.enqueue(bytes.subarray(half))
      controller.close()
    },
  })
}
