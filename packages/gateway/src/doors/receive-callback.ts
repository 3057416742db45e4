import { createHash } from 'node:crypto'
import { maskMessage, storable } from '../books/mask.ts'
import { refundFacts, statusFacts } from '../provider-facts.ts'
import type { CallbackTold } from '../provider-port.ts'
import type { Rooms } from '../rooms.ts'
import {
  type AcceptedCallback,
  type CallbackFacts,
  insertAccepted,
  insertRefused,
  type NewCallback,
} from '../storage/callbacks.ts'
import { inBatches } from '../storage/in-batches.ts'
import { shownHeaders } from './shown-headers.ts'

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
const REFUSED_A_MINUTE = 30

export type ReceiveCallback = (delivery: Delivery) => Promise<Receipt>

/** Checks who sent it, makes it durable, and answers; what it means is found out afterwards. */
export function receiveCallback(rooms: Rooms): ReceiveCallback {
  const mayRecord = rateCap(REFUSED_A_MINUTE, 60_000, rooms.clock.now)
  const write = inBatches((callbacks: readonly AcceptedCallback[]) => insertAccepted(rooms.books, callbacks))
  return async (delivery) => {
    let told: CallbackTold
    try {
      told = await rooms.verifier.verify(delivery)
    } catch (error) {
      const reason = refusalOf(error)
      if (reason === undefined) throw error
      return refuse(rooms, delivery, reason, mayRecord())
    }
    const digest = createHash('sha256').update(delivery.body).digest('base64url')
    const { callbackId, verdict } = await write({ ...rowOf(rooms, delivery, told), digest })
    if (verdict === 'accepted') rooms.wake('inbox')
    rooms.events.emit({ type: 'callback', callbackId, verdict })
    return { status: 200, verdict }
  }
}

function rowOf({ clock }: Rooms, delivery: Delivery, told: CallbackTold): NewCallback & { facts: CallbackFacts } {
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
    const facts = { kind: 'refund', facts: refundFacts(told.payload) } as const
    return {
      ...row,
      merchantRefundId: text(merchantRefundId),
      merchantOrderId: text(originalMerchantOrderId),
      state,
      facts,
    }
  }
  const { merchantOrderId, state } = told.payload
  const facts = { kind: 'order', status: statusFacts(told.payload), mode: verifiedBy.mode } as const
  return { ...row, merchantOrderId: text(merchantOrderId), state, facts }
}

/** Fields of a message that came from outside are whatever they are. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? storable(value.slice(0, 200)) : undefined
}

async function refuse(rooms: Rooms, delivery: Delivery, reason: string, record: boolean): Promise<Receipt> {
  const callbackId = record
    ? await insertRefused(rooms.books, {
        receivedAtMs: rooms.clock.now(),
        event: '',
        reason,
        headers: shownHeaders(delivery.headers),
        // Whoever sent it is not known, so nothing of what it says is kept but its size.
        body: { bytes: delivery.body.byteLength },
      })
    : 0
  rooms.events.emit({ type: 'callback', callbackId: String(callbackId), verdict: 'refused' })
  rooms.log.warn({ reason }, 'A callback was refused')
  return { status: STATUS_OF[reason] ?? 401, verdict: 'refused', reason }
}

/** What is our own mistake is answered so that the sender tries again. */
const STATUS_OF: { readonly [reason: string]: Receipt['status'] } = {
  'not-json': 400,
  'no-secrets': 500,
  'body-already-parsed': 500,
}

/** Why the verifier said no; undefined when it was no refusal. */
function refusalOf(error: unknown): string | undefined {
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
