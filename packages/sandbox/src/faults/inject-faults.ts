import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import type { Provider } from '../context.ts'
import { outage, type Reply } from '../responses/errors.ts'

/** The line breaks on purpose: the socket server destroys the socket, in a process the fetch is rejected. */
export class LineCut extends Error {
  constructor() {
    super('the line was cut by a fault')
  }
}

/** What a caller's `fetch` throws when a server goes away. */
export function connectionReset(): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
}

/** Before an answer that is to be slow or late goes on, it waits so long when the rule does not say. */
const DEFAULT_DELAY_MS = 1_000

/** Answers a call under the faults that strike it: before the work, in place of the work, or after it. */
export async function withFaults(
  rules: readonly FaultRule[],
  provider: Provider,
  work: () => Reply | Promise<Reply>,
): Promise<Reply> {
  for (const rule of rules) if (rule.kind === 'latency') await provider.sleep(rule.delayMs ?? DEFAULT_DELAY_MS)
  const instead = rules.find((rule) => rule.kind === 'status' || rule.kind === 'reset')
  if (instead?.kind === 'reset') throw new LineCut()
  if (instead) return outage(instead.status ?? 500, instead.retryAfterSec, provider.settings.quirks)
  const reply = await work()
  if (rules.some((rule) => rule.kind === 'lost-reply')) throw new LineCut()
  return reply
}

/** The Response for a text, bent as the faults have it. */
export function bentResponse(
  rules: readonly FaultRule[],
  text: string,
  init: { status: number; headers: Headers },
  provider: Provider,
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
      return new Response(slowly(text, rule.delayMs ?? DEFAULT_DELAY_MS, provider.sleep), init)
    default:
      return new Response(text, init)
  }
}

/** Half of the bytes at once, the rest after the delay. */
function slowly(text: string, delayMs: number, sleep: Provider['sleep']): ReadableStream<Uint8Array> {
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
