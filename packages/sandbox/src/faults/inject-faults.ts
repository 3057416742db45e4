import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import type { SandboxContext } from '../context.ts'
import { faultReply, type Reply } from '../responses/errors.ts'

/** The fault closes the connection: the server destroys the socket, and in a process the fetch rejects. */
export class ConnectionReset extends Error {
  constructor() {
    super('connection reset by a fault')
  }
}

/** The error that `fetch` rejects with when a server closes the connection. */
export function connectionResetError(): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
}

/** Delay of `latency` and `slow-body` rules without `delayMs`. */
const DEFAULT_DELAY_MS = 1_000

/**
 * Handles a call under the rules that apply to it: before the handler, instead of it, or after it.
 * @throws ConnectionReset
 */
export async function withFaults(
  rules: readonly FaultRule[],
  context: SandboxContext,
  handle: () => Reply | Promise<Reply>,
): Promise<Reply> {
  for (const rule of rules) if (rule.kind === 'latency') await context.sleep(rule.delayMs ?? DEFAULT_DELAY_MS)
  const instead = rules.find((rule) => rule.kind === 'status' || rule.kind === 'reset')
  if (instead?.kind === 'reset') throw new ConnectionReset()
  if (instead) return faultReply(instead.status ?? 500, instead.retryAfterSec, context.settings.quirks)
  const reply = await handle()
  if (rules.some((rule) => rule.kind === 'lost-reply')) throw new ConnectionReset()
  return reply
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
      return new Response(slowBody(text, rule.delayMs ?? DEFAULT_DELAY_MS, context.sleep), init)
    default:
      return new Response(text, init)
  }
}

/** Half of the bytes at once, the rest after the delay. */
function slowBody(text: string, delayMs: number, sleep: SandboxContext['sleep']): ReadableStream<Uint8Array> {
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
