import { createHash } from 'node:crypto'
import type { GatewayContext } from '../context.ts'
import { maskMessage, storable } from '../domain/masking.ts'
import { toOrderStatus, toRefundStatus } from '../provider/mapping.ts'
import type { VerifiedCallback } from '../provider/provider-port.ts'
import { batchWriter } from '../storage/batch-writer.ts'
import {
  type AcceptedCallback,
  type CallbackContent,
  insertAccepted,
  insertRefused,
  type NewCallback,
} from '../storage/callbacks.ts'

/** One delivery, as it arrived: the body raw, before any parser. */
export interface Delivery {
  /** Names in lower case. */
  headers: { [name: string]: string }
  body: Uint8Array
}

/** What the sender is answered. 2xx: it is durable, and will not be forgotten. */
export interface Receipt {
  readonly status: 200 | 400 | 401 | 500
  readonly verdict: 'accepted' | 'duplicate' | 'refused'
  /** Refused: the reason's stable name. */
  readonly reason?: string
}

/** Of refused deliveries so many are written down in a minute, a process; the rest is only counted. */
const MAX_REFUSED_PER_MINUTE = 30

export type ReceiveCallback = (delivery: Delivery) => Promise<Receipt>

/** Checks who sent it, makes it durable, and answers; what it means is found out afterwards. */
export function receiveCallback(context: GatewayContext): ReceiveCallback {
  const mayRecord = rateCap(MAX_REFUSED_PER_MINUTE, 60_000, context.clock.now)
  const write = batchWriter((callbacks: readonly AcceptedCallback[]) => insertAccepted(context.database, callbacks))
  return async (delivery) => {
    let told: VerifiedCallback
    try {
      told = await context.verifier.verify(delivery)
    } catch (error) {
      const reason = refusalReason(error)
      if (reason === undefined) throw error
      return refuse(context, delivery, reason, mayRecord())
    }
    const digest = createHash('sha256').update(delivery.body).digest('base64url')
    const { callbackId, verdict } = await write({ ...rowOf(context, delivery, told), digest })
    if (verdict === 'accepted') context.wake('inbox')
    context.events.emit({ type: 'callback', callbackId, verdict })
    return { status: 200, verdict }
  }
}

function rowOf(
  { clock }: GatewayContext,
  delivery: Delivery,
  told: VerifiedCallback,
): NewCallback & { facts: CallbackContent } {
  const { event, verifiedBy } = told
  const row = {
    receivedAtMs: clock.now(),
    event: storable(event.slice(0, 200)),
    verifiedBy: verifiedBy.mode,
    headers: shownHeaders(delivery.headers),
    body: maskMessage(JSON.parse(new TextDecoder().decode(delivery.body))),
  }
  if (told.kind === 'unknown') return { ...row, facts: { kind: 'nothing' } }
  if (told.kind === 'refund') {
    const { merchantRefundId, originalMerchantOrderId, state } = told.payload
    const facts = { kind: 'refund', facts: toRefundStatus(told.payload) } as const
    return {
      ...row,
      merchantRefundId: text(merchantRefundId),
      merchantOrderId: text(originalMerchantOrderId),
      state,
      facts,
    }
  }
  const { merchantOrderId, state } = told.payload
  const facts = { kind: 'order', status: toOrderStatus(told.payload), mode: verifiedBy.mode } as const
  return { ...row, merchantOrderId: text(merchantOrderId), state, facts }
}

/** Fields of a message that came from outside are whatever they are. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? storable(value.slice(0, 200)) : undefined
}

async function refuse(context: GatewayContext, delivery: Delivery, reason: string, record: boolean): Promise<Receipt> {
  const callbackId = record
    ? await insertRefused(context.database, {
        receivedAtMs: context.clock.now(),
        event: '',
        reason,
        headers: shownHeaders(delivery.headers),
        // Whoever sent it is not known, so nothing of what it says is kept but its size.
        body: { bytes: delivery.body.byteLength },
      })
    : 0
  context.events.emit({ type: 'callback', callbackId: String(callbackId), verdict: 'refused' })
  context.log.warn({ reason }, 'A callback was refused')
  return { status: STATUS_OF[reason] ?? 401, verdict: 'refused', reason }
}

/** What is our own mistake is answered so that the sender tries again. */
const STATUS_OF: { readonly [reason: string]: Receipt['status'] } = {
  'not-json': 400,
  'no-secrets': 500,
  'body-already-parsed': 500,
}

/** Why the verifier said no; undefined when it was no refusal. */
function refusalReason(error: unknown): string | undefined {
  const facts = typeof error === 'object' && error !== null ? (error as { kind?: unknown; reason?: unknown }) : {}
  return facts.kind === 'invalid-callback' && typeof facts.reason === 'string' ? facts.reason : undefined
}

function rateCap(most: number, everyMs: number, now: () => number): () => boolean {
  let startedAtMs = 0
  let count = 0
  return () => {
    if (now() - startedAtMs >= everyMs) {
      startedAtMs = now()
      count = 0
    }
    count += 1
    return count <= most
  }
}

/** Headers whose value tells about the delivery and not about its secret. */
const PLAIN = new Set([
  'accept',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'host',
  'user-agent',
  'x-phonepe-checksum-key-id',
  'x-request-id',
])

/** Headers as they may lie in the database: every name, and the values that are known to be harmless. */
export function shownHeaders(headers: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, 50)
      .map(([name, value]) => [name, PLAIN.has(name) ? value.slice(0, 300) : '****']),
  )
}
