import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'
import type { Clock } from '../clock.ts'
import type { Deliver } from '../settings.ts'
import type { DeliveryRecord } from './delivery-record.ts'
import { tampered } from './mischief.ts'
import { signatureHeaders } from './sign.ts'
import { reasonOf, withDeadline } from './with-deadline.ts'

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
