import type { Sandbox } from '@galla/sandbox'
import type { Life } from './life.ts'
import type { Random } from './random.ts'
import type { Trace } from './trace.ts'

type ProviderFetch = Sandbox['fetch']

export interface Network {
  /** The `fetch` of one process's client. */
  fetchOf(life: Life, random: Random): ProviderFetch
  /** Calls that no provider should see, such as one refund sent by two processes at once. */
  readonly violations: string[]
}

export interface NetworkParts {
  readonly sandbox: Sandbox
  readonly trace: Trace
  /** Lets simulated time pass for a caller that waits for an answer. */
  readonly passTime: () => Promise<void>
}

/** Turns of the event loop in which the sandbox answers a call that no fault holds. */
const TURNS = 40

/**
 * The network between the processes and the provider. The caller of a held call gives up, at once or after a while, and the call stays
 * in flight: its client's own time-out, without waiting for it.
 */
export function createNetwork({ sandbox, trace, passTime }: NetworkParts): Network {
  const violations: string[] = []
  const sending = new Map<string, string>()
  /** Refunds whose outcome was not read since they were last sent. */
  const unread = new Set<string>()

  const watch = (life: Life, endpoint: string, subject: string): (() => void) => {
    if (endpoint === 'refund status') unread.delete(subject)
    if (endpoint !== 'refund') return () => {}
    const other = sending.get(subject)
    if (other !== undefined) violations.push(`refund ${subject} was sent by ${life.name} while ${other} was sending it`)
    if (unread.has(subject)) violations.push(`refund ${subject} was sent again without a status check`)
    unread.add(subject)
    sending.set(subject, life.name)
    return () => void sending.delete(subject)
  }

  return {
    violations,
    fetchOf: (life, random) => async (input, init) => {
      const request = new Request(input, init)
      const body = request.method === 'POST' ? await request.clone().text() : ''
      const { endpoint, subject } = describe(request, body)
      let done = () => {}
      const answered = life.step(async () => {
        done = watch(life, endpoint, subject)
        void life.died.then(done)
        trace.add(`${life.name} → ${endpoint} ${subject}`)
        // Not aborted with its caller: what is in flight stays in flight.
        const { signal: _, ...rest } = init ?? {}
        const answer = sandbox.fetch(new Request(input, rest)).then(
          (response) => ({ response }),
          (error: unknown) => ({ error }),
        )
        let patience = random() < 0.5 ? 1 + Math.floor(random() * 5) : 0
        for (;;) {
          const settled = await Promise.race([answer, turns(TURNS)])
          if (settled && 'response' in settled) {
            trace.add(`${life.name} ← ${endpoint} ${subject} ${settled.response.status}`)
            return settled.response
          }
          if (settled) {
            trace.add(`${life.name} ← ${endpoint} ${subject} ${String(settled.error)}`)
            throw settled.error
          }
          if (sandbox.held().length === 0) continue
          if (patience === 0) {
            trace.add(`${life.name} gives up on ${endpoint} ${subject}, which is in flight`)
            throw new TypeError('fetch failed', {
              cause: Object.assign(new Error('timeout'), { code: 'UND_ERR_HEADERS_TIMEOUT' }),
            })
          }
          patience -= 1
          await passTime()
        }
      })
      try {
        return await answered
      } finally {
        done()
      }
    },
  }
}

async function turns(count: number): Promise<undefined> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  return undefined
}

function describe(request: Request, body: string): { endpoint: string; subject: string } {
  const { pathname } = new URL(request.url)
  const field = (name: string) => new RegExp(`"${name}":"([^"]*)"`).exec(body)?.[1] ?? ''
  if (pathname.endsWith('/oauth/token')) return { endpoint: 'token', subject: '' }
  if (/\/refund\/[^/]+\/status$/.test(pathname))
    return { endpoint: 'refund status', subject: decodeURIComponent(pathname.split('/').at(-2) ?? '') }
  if (/\/(order|paylinks\/v1)\/[^/]+\/status$/.test(pathname))
    return { endpoint: 'order status', subject: decodeURIComponent(pathname.split('/').at(-2) ?? '') }
  if (pathname.endsWith('/cancel'))
    return { endpoint: 'link cancel', subject: decodeURIComponent(pathname.split('/').at(-2) ?? '') }
  if (pathname.endsWith('/notify')) return { endpoint: 'link notify', subject: field('merchantOrderId') }
  if (pathname.endsWith('/refund')) return { endpoint: 'refund', subject: field('merchantRefundId') }
  if (pathname.endsWith('/pay')) return { endpoint: 'pay', subject: field('merchantOrderId') }
  return { endpoint: pathname, subject: '' }
}
