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

/** One received callback. */
export interface Delivery {
  /** Names in lower case. */
  headers: { [name: string]: string }
  /** Raw bytes, before any parser: the signature covers them. */
  body: Uint8Array
}

/** Result for the provider. */
export interface Receipt {
  /** HTTP status to answer. 200: the callback is stored. */
  readonly status: 200 | 400 | 401 | 500
  /** `duplicate`: the same bytes were stored before. */
  readonly verdict: 'accepted' | 'duplicate' | 'refused'
  /** Refused: the reason's code. */
  readonly reason?: string
}

/** Of refused deliveries so many are written down in a minute, a process; the rest is only counted. */
const MAX_REFUSED_PER_MINUTE = 30

export type ReceiveCallback = (delivery: Delivery) => Promise<Receipt>

/** Checks who sent it, makes it durable, and answers; what it means is found out afterwards. */
export function receiveCallback(context: GatewayContext): ReceiveCallback {
  const mayRecord = rateLimit(MAX_REFUSED_PER_MINUTE, 60_000, context.clock.now)
  const write = batchWriter((callbacks: readonly AcceptedCallback[]) => insertAccepted(context.database, callbacks))
  return async (delivery) => {
    let callback: VerifiedCallback
    try {
      callback = await context.verifier.verify(delivery)
    } catch (error) {
      const reason = refusalReason(error)
      if (reason === undefined) throw error
      return refuse(context, delivery, reason, mayRecord())
    }
    const digest = createHash('sha256').update(delivery.body).digest('base64url')
    const { callbackId, verdict } = await write({ ...rowOf(context, delivery, callback), digest })
    if (verdict === 'accepted') context.wake('inbox')
    context.events.emit({ type: 'callback', callbackId, verdict })
    return { status: 200, verdict }
  }
}

function rowOf(
  { clock }: GatewayContext,
  delivery: Delivery,
  callback: VerifiedCallback,
): NewCallback & { content: CallbackContent } {
  const { event, verifiedBy } = callback
  const row = {
    receivedAtMs: clock.now(),
    event: storable(event.slice(0, 200)),
    verifiedBy: verifiedBy.mode,
    headers: maskHeaders(delivery.headers),
    body: maskMessage(JSON.parse(new TextDecoder().decode(delivery.body))),
  }
  if (callback.kind === 'unknown') return { ...row, content: { kind: 'unknown' } }
  if (callback.kind === 'refund') {
    const { merchantRefundId, originalMerchantOrderId, state } = callback.payload
    const content = { kind: 'refund', status: toRefundStatus(callback.payload) } as const
    return {
      ...row,
      merchantRefundId: text(merchantRefundId),
      merchantOrderId: text(originalMerchantOrderId),
      state,
      content,
    }
  }
  const { merchantOrderId, state } = callback.payload
  const content = { kind: 'order', status: toOrderStatus(callback.payload), mode: verifiedBy.mode } as const
  return { ...row, merchantOrderId: text(merchantOrderId), state, content }
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
        headers: maskHeaders(delivery.headers),
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
  const fields = typeof error === 'object' && error !== null ? (error as { kind?: unknown; reason?: unknown }) : {}
  return fields.kind === 'invalid-callback' && typeof fields.reason === 'string' ? fields.reason : undefined
}

function rateLimit(limit: number, windowMs: number, now: () => number): () => boolean {
  let startedAtMs = 0
  let count = 0
  return () => {
    if (now() - startedAtMs >= windowMs) {
      startedAtMs = now()
      count = 0
    }
    count += 1
    return count <= limit
  }
}

/** Headers whose value tells about the delivery and not about its secret. */
const PLAIN_HEADERS = new Set([
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
export function maskHeaders(headers: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, 50)
      .map(([name, value]) => [name, PLAIN_HEADERS.has(name) ? value.slice(0, 300) : '****']),
  )
}
