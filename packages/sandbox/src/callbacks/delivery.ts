import type { CallbackReceiver, Delivery } from '@galla/contract/sandbox-api/routes'
import type { Clock } from '../clock.ts'
import { isError } from '../is-error.ts'
import type { Deliver } from '../options.ts'
import { readAtMost } from '../routes/body.ts'
import { signatureHeaders } from './sign.ts'
import { tamper } from './tampering.ts'

/** One delivery attempt with the exact bytes of its body. It is signed when it is sent, so the record holds no secret. */
export interface DeliveryRecord extends Omit<Delivery, 'request'> {
  readonly body: string
  /** Headers as sent, secrets masked; empty before that. */
  readonly headers: { readonly [name: string]: string }
}

export function toDelivery(record: DeliveryRecord): Delivery {
  const { body, headers, ...rest } = record
  return { ...rest, request: { headers: { ...headers }, body } }
}

export interface DeliverParts {
  readonly clock: Clock
  readonly deliver: Deliver
  readonly deadlineMs: number
  readonly receiver: CallbackReceiver
}

export type DeliveryResult = Pick<DeliveryRecord, 'delivered' | 'headers'> &
  Partial<Pick<DeliveryRecord, 'answer' | 'failure' | 'body'>>

/** Bytes of the receiver's response that are read and stored. */
const MAX_ANSWER_BYTES = 2_000

/** Sends one copy. Never throws: a receiver that cannot be reached is a result, too. */
export async function deliverOnce(record: DeliveryRecord, parts: DeliverParts): Promise<DeliveryResult> {
  if (record.fault === 'drop') return { delivered: false, headers: {}, failure: 'dropped by a fault' }
  const body = record.fault === 'tamper' ? tamper(record.body) : record.body
  const signature = record.fault === 'unsigned' ? {} : signatureHeaders(record.body, parts.receiver)
  const sentHeaders = { 'content-type': 'application/json', ...signature }
  const headers = 'authorization' in sentHeaders ? { ...sentHeaders, authorization: '***' } : sentHeaders
  const startedAtMs = parts.clock.now()
  try {
    const { status, text } = await withDeadline(parts.deadlineMs, async (signal) => {
      const init = { method: 'POST', headers: sentHeaders, body, redirect: 'manual', signal } as const
      const response = await parts.deliver(record.url, init)
      return { status: response.status, ...(await readAtMost(response.body, MAX_ANSWER_BYTES)) }
    })
    const delivered = status >= 200 && status < 300
    const answer = { status, body: text, tookMs: parts.clock.now() - startedAtMs }
    return { delivered, headers, body, answer, ...(delivered ? {} : { failure: `answered ${status}, not 2xx` }) }
  } catch (error) {
    return { delivered: false, headers, body, failure: describeError(error) }
  }
}

/**
 * Runs work with a limit in real milliseconds. A handler in the same process may ignore the signal, so a timer rejects as well.
 * @throws Error when the work takes longer
 */
export async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${ms} ms`))
      controller.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(controller.signal), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Why a receiver could not be reached, in one line. */
export function describeError(error: unknown): string {
  if (!isError(error)) return 'the receiver failed'
  const cause = error.cause
  if (!isError(cause)) return error.message
  return `${error.message}: ${'code' in cause ? cause.code : cause.message}`
}
