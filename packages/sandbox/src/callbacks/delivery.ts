import type { CallbackReceiver, Delivery } from '@galla/contract/sandbox-api/routes'
import type { Clock } from '../clock.ts'
import type { Deliver } from '../options.ts'
import { signatureHeaders } from './sign.ts'
import { tampered } from './tampering.ts'

/** One try to deliver, with the bytes as they go out. Its signature is made when it is sent, so no secret is kept here. */
export interface DeliveryRecord extends Omit<Delivery, 'request'> {
  readonly body: string
  /** Headers as they went out, secrets masked; empty before that. */
  readonly headers: { readonly [name: string]: string }
}

export function asDelivery(record: DeliveryRecord): Delivery {
  const { body, headers, ...rest } = record
  return { ...rest, request: { headers: { ...headers }, body } }
}

export interface DeliverParts {
  readonly clock: Clock
  readonly deliver: Deliver
  readonly deadlineMs: number
  readonly receiver: CallbackReceiver
}

export type DeliveryOutcome = Pick<DeliveryRecord, 'delivered' | 'headers'> &
  Partial<Pick<DeliveryRecord, 'answer' | 'failure' | 'body'>>

/** Of an answer so much is kept. */
const KEPT_ANSWER = 2_000

/** Hands one copy over and says what came of it. Never throws: a receiver that is down is an answer too. */
export async function deliverOnce(record: DeliveryRecord, parts: DeliverParts): Promise<DeliveryOutcome> {
  if (record.fault === 'drop') return { delivered: false, headers: {}, failure: 'lost on the way, on purpose' }
  const body = record.fault === 'tamper' ? tampered(record.body) : record.body
  const signed = record.fault === 'unsigned' ? {} : signatureHeaders(record.body, parts.receiver)
  const headers = { 'content-type': 'application/json', ...signed }
  const shown = 'authorization' in headers ? { ...headers, authorization: '***' } : headers
  const startedAtMs = parts.clock.now()
  try {
    const { status, text } = await withDeadline(parts.deadlineMs, async (signal) => {
      const reply = await parts.deliver(record.url, { method: 'POST', headers, body, redirect: 'manual', signal })
      return { status: reply.status, text: await reply.text() }
    })
    const delivered = status >= 200 && status < 300
    const answer = { status, body: text.slice(0, KEPT_ANSWER), tookMs: parts.clock.now() - startedAtMs }
    return { delivered, headers: shown, body, answer, ...(delivered ? {} : { failure: `answered ${status}, not 2xx` }) }
  } catch (error) {
    return { delivered: false, headers: shown, body, failure: reasonOf(error) }
  }
}

/**
 * Runs work that must end within so many real milliseconds. A handler in the same process may not listen to the signal, so
 * the timer decides.
 */
export async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${ms} ms`))
      controller.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Why a receiver could not be reached, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the receiver failed'
  const cause = error.cause
  if (!(cause instanceof Error)) return error.message
  return `${error.message}: ${'code' in cause ? cause.code : cause.message}`
}
