import { hash, randomUUID } from 'node:crypto'
import { HEALTH_EVENT } from '@galla/contract/gateway-api/callbacks'
import { HMAC_SIGNATURE_HEADER } from '@galla/contract/provider/callbacks'
import {
  isBase64OfObject,
  isUnreadable,
  NOT_DECODED,
  type ReceivedBody,
  type ReceivedHeaders,
  readHeaders,
  readRequest,
  readWhole,
  type UnreadableField,
} from '@galla/contract/received-request'
import { repeatedKey } from '@galla/http-server/repeated-key'
import type { GatewayContext, Log } from '../../context.ts'
import { readDispute } from '../../domain/disputes/dispute.ts'
import type { ProviderOrderStatus } from '../../domain/orders/order.ts'
import { maskMessage, storable } from '../../domain/privacy/masking.ts'
import { readProviderHealth } from '../../domain/provider-health/provider-health.ts'
import { describeError, GatewayError } from '../../errors.ts'
import type { TracedResult } from '../../observability/tracing.ts'
import {
  toBillingStatus,
  toLinkStatus,
  toMandateStatus,
  toOrderStatus,
  toRefundStatus,
} from '../../provider/mapping.ts'
import type { VerifiedCallback } from '../../provider/provider-port.ts'
import { batchWriter } from '../../storage/batch-writer.ts'
import type { CallbackContent } from '../../storage/callbacks/callbacks.ts'
import {
  type AcceptedCallback,
  type InsertedCallback,
  insertAccepted,
  insertRefused,
  type NewCallback,
  NOT_STORED,
} from '../../storage/callbacks/received-callbacks.ts'
import { rateLimit } from '../rate-limit.ts'

/** One callback request, in the form that your server, framework or function platform provides. */
export interface ReceivedCallback {
  /**
   * Headers, with names in any case. Accepted are a `Headers` of the web platform, an object of texts or of lists, a list of pairs, or the
   * `rawHeaders` of Node. Several values of one name are joined, so two `authorization` headers are refused.
   */
  headers: ReceivedHeaders
  /**
   * Body before any parser, because the signature covers the bytes: text, a `Buffer`, an `ArrayBuffer`, a view or a `Blob`. `null` is an
   * empty body.
   */
  body: ReceivedBody
  /** True when the text of the body is base64, as `isBase64Encoded` of an AWS event says. @default false */
  isBase64Encoded?: boolean | undefined
}

/** A callback as it was read: names in lower case, and the raw bytes. */
interface Delivery {
  readonly headers: { [name: string]: string }
  readonly body: Uint8Array
  /** True when the body is text that looks like base64 of a callback. */
  readonly isEncoded: boolean
}

/** The answer to the sender. The status is 200 only when the callback is stored durably. */
export interface Receipt {
  /** HTTP status to answer. 200: the callback is stored. */
  readonly status: 200 | 400 | 401 | 500
  /**
   * Verdict on the callback. `duplicate`: a callback with the same bytes was stored before, and the bytes identify the reported occurrence.
   */
  readonly verdict: 'accepted' | 'duplicate' | 'refused'
  /** The stable name of the reason for a refusal. The name is for the merchant, not for the sender. */
  readonly reason?: string
  /** The remedy for a refused callback, as a sentence for your log. The sentence is not for the sender. */
  readonly hint?: string
}

/** Refused callbacks that one process stores and logs per minute; further ones are only counted. */
const MAX_REFUSED_PER_MINUTE = 30

/** Duplicates that one process stores per minute; further ones are only answered and counted. */
const MAX_DUPLICATES_PER_MINUTE = 600

/** The sender of a complete callback waits so long for its answer, at most: the provider gives up after 3 to 5 s. Milliseconds. */
const STORE_LIMIT_MS = 2_500

const tooSlow = () =>
  new GatewayError(
    'BUSY',
    `The callback may not have been stored after ${STORE_LIMIT_MS / 1_000} seconds: send it again`,
  )

export type ReceiveCallback = (delivery: ReceivedCallback) => Promise<Receipt>

/** Verifies the sender, stores the callback durably and answers; a worker processes it afterwards. */
export function receiveCallback(
  context: GatewayContext,
  notStored: (cause: string) => void = () => {},
): ReceiveCallback {
  const mayRecord = rateLimit(MAX_REFUSED_PER_MINUTE, 60_000, context.clock)
  const mayStoreDuplicate = rateLimit(MAX_DUPLICATES_PER_MINUTE, 60_000, context.clock)
  const write = batchWriter(
    (callbacks: readonly AcceptedCallback[]) => insertAccepted(context.callbackDatabase, callbacks, mayStoreDuplicate),
    { ms: STORE_LIMIT_MS, after: context.after, error: tooSlow },
  )
  const failures = logOncePerCause(context.log)
  return async (delivery) => {
    try {
      const read = await readDelivery(delivery)
      const receipt = await context.tracing.run({ operation: 'send', of: 'inbox' }, (add) =>
        receiveOne(context, read, { write, mayRecord, add }),
      )
      if (receipt.verdict !== 'refused') failures.stored()
      return receipt
    } catch (error) {
      notStored(failures.failed(error))
      throw error
    }
  }
}

interface Receiving {
  readonly write: (callback: AcceptedCallback) => Promise<InsertedCallback>
  /** Tells whether one more refused callback is stored. */
  readonly mayRecord: () => boolean
  /** Adds to the span. */
  readonly add: (result: TracedResult) => void
}

/** @throws GatewayError INVALID_REQUEST with the field of a call that can never succeed */
async function readDelivery(received: ReceivedCallback): Promise<Delivery> {
  const read = readRequest(received, (given) => readHeaders(given, READ_HEADERS))
  const { headers = {}, headersFault } = read
  const body = await readWhole(read.body)
  if (headersFault) throw refusalOfField(headersFault)
  if (isUnreadable(body)) throw refusalOfField(body)
  return {
    headers,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    isEncoded: isBase64OfObject(body),
  }
}

const refusalOfField = (fault: UnreadableField): GatewayError =>
  new GatewayError('INVALID_REQUEST', sentenceOf(fault), { field: fault.field })

const sentenceOf = ({ field, problem }: UnreadableField): string => `${field} ${problem}`

async function receiveOne(
  context: GatewayContext,
  delivery: Delivery,
  { write, mayRecord, add }: Receiving,
): Promise<Receipt> {
  let callback: VerifiedCallback
  try {
    callback = await context.verifier.verify({ headers: delivery.headers, body: delivery.body })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    add({ verdict: 'refused' })
    return refuse(context, delivery, refusal, mayRecord())
  }
  const row = rowOf(context, delivery, callback)
  const digest = callbackDigest(context, namesOccurrence(row) ? delivery.body : randomUUID())
  const { callbackId, verdict } = await write({ ...row, digest })
  add({ verdict, rowId: callbackId, merchantOrderId: row.merchantOrderId, merchantRefundId: row.merchantRefundId })
  if (verdict === 'busy')
    throw new GatewayError('BUSY', 'The callback that this one repeats is being changed: send it again')
  if (verdict === 'accepted') context.wake('inbox')
  context.events.emit({ type: 'callback', callbackId, verdict })
  return { status: 200, verdict }
}

/** Tells a repeated body. Keyed: a reader of the database could otherwise find an address in the body by trying all. */
export const callbackDigest = ({ digest }: Pick<GatewayContext, 'digest'>, body: string | Uint8Array): string =>
  digest(`callback ${hash('sha256', body, 'base64url')}`)

/**
 * False when the same bytes may report something that has happened again: a dispute, or health without a time of its own. Such a callback
 * is applied with each delivery, and its subject tells whether the report is news.
 */
const namesOccurrence = ({ content, receivedAtMs }: Pick<AcceptedCallback, 'content' | 'receivedAtMs'>): boolean =>
  content.kind !== 'dispute' && !(content.kind === 'health' && content.health.atMs === receivedAtMs)

/** Logs the first callback of each cause that is not known to be stored, and how many there were once storing works again. */
function logOncePerCause(log: Log) {
  const counts = new Map<string, number>()
  return {
    failed(error: unknown): string {
      const code = (error as { code?: unknown } | null)?.code
      const cause = typeof code === 'string' ? code.slice(0, 40) : 'unknown'
      const count = (counts.get(cause) ?? 0) + 1
      counts.set(cause, count)
      if (count === 1) log.error({ reason: cause, error: describeError(error) }, 'A callback may not have been stored')
      return cause
    },
    stored(): void {
      if (counts.size === 0) return
      const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
      counts.clear()
      log.warn({ count }, 'Callbacks are stored again')
    },
  }
}

function rowOf(
  { clock, billing }: GatewayContext,
  delivery: Delivery,
  callback: VerifiedCallback,
): NewCallback & { content: CallbackContent } {
  const { event, verifiedBy } = callback
  const json = new TextDecoder().decode(delivery.body)
  const message: unknown = JSON.parse(json)
  const row = {
    receivedAtMs: clock.now(),
    event: storable(event.slice(0, 200)),
    verifiedBy: verifiedBy.mode,
    headers: maskHeaders(delivery.headers),
    body: maskMessage(message),
  }
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
  if (callback.kind === 'settlement') {
    const { settlementId, state, wireState } = callback.payload
    // Without an id there is nothing to ask about.
    const id = text(settlementId)
    return {
      ...row,
      state: text(wireState) ?? state,
      content: id ? { kind: 'settlement', settlementId: id } : { kind: 'unknown' },
    }
  }
  if (callback.kind === 'unknown') return { ...row, ...recognised(event, callback.payload, message, row.receivedAtMs) }
  if (callback.kind === 'mandate') return { ...row, ...ofMandate(callback) }
  const { merchantOrderId, state } = callback.payload
  const isOfDebit = callback.kind === 'notification' || callback.kind === 'redemption-attempt'
  const isOfMandate = callback.kind === 'setup' || callback.kind === 'redemption'
  // A debit that goes on is a hint, and so is what another program does with mandates.
  if (isOfDebit || (isOfMandate && !billing))
    return { ...row, merchantOrderId: text(merchantOrderId), state, content: newsOf(text(merchantOrderId)) }
  const content = {
    kind: 'order',
    status: statusOf(callback, row.receivedAtMs),
    // Of a key that is there twice, the provider may have meant the other value: the callback is a hint, as one whose body no signature covers.
    mode: repeatedKey(json, message) === undefined ? verifiedBy.mode : 'classic',
    ...(callback.kind === 'attempt' && { ofAttempt: true }),
  } as const
  return { ...row, merchantOrderId: text(merchantOrderId), state, content }
}

type OrderCallback = Exclude<VerifiedCallback, { kind: 'refund' | 'settlement' | 'mandate' | 'unknown' }>

function statusOf(callback: OrderCallback, receivedAtMs: number): ProviderOrderStatus {
  if (callback.kind === 'link') return toLinkStatus(callback.payload)
  if (callback.kind === 'order' || callback.kind === 'attempt') return toOrderStatus(callback.payload)
  return toBillingStatus(callback.payload, receivedAtMs)
}

const newsOf = (merchantOrderId: string | undefined): CallbackContent =>
  merchantOrderId === undefined ? { kind: 'unknown' } : { kind: 'billing', news: { merchantOrderId } }

/** A change of a mandate. A pause makes what was announced before it void, also when it is over before the provider is asked. */
function ofMandate({
  event,
  merchantSubscriptionId: id,
  payload,
}: Extract<VerifiedCallback, { kind: 'mandate' }>): Pick<NewCallback, 'state'> & { content: CallbackContent } {
  const merchantSubscriptionId = text(id)
  const { state, pausedAtMs } = toMandateStatus(payload)
  if (merchantSubscriptionId === undefined) return { state, content: { kind: 'unknown' } }
  const isPause = event === 'subscription.paused' && pausedAtMs !== undefined
  return { state, content: { kind: 'billing', news: { merchantSubscriptionId, ...(isPause && { pausedAtMs }) } } }
}

/** Reads a message that the client passes on as it is: a dispute, or the health webhook, whose body has no event. */
function recognised(
  event: string,
  payload: unknown,
  message: unknown,
  receivedAtMs: number,
): Partial<NewCallback> & { content: CallbackContent } {
  const dispute = readDispute(event, payload)
  if (dispute) {
    const { merchantOrderId, state } = dispute
    return { merchantOrderId, state, content: { kind: 'dispute', dispute } }
  }
  const health = readProviderHealth(message, receivedAtMs)
  return health
    ? { event: HEALTH_EVENT, state: health.overall, content: { kind: 'health', health } }
    : { content: { kind: 'unknown' } }
}

/** A field of a verified callback may still have any type and length. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? storable(value.slice(0, 200)) : undefined
}

async function refuse(
  context: GatewayContext,
  delivery: Delivery,
  { reason, hint: given }: Refusal,
  record: boolean,
): Promise<Receipt> {
  const callbackId = record ? await recordRefused(context, delivery, reason) : NOT_STORED
  context.events.emit({ type: 'callback', callbackId, verdict: 'refused' })
  // What was received is bytes for the verifier, which then cannot tell.
  const fault = delivery.isEncoded && OF_THE_BODY.has(reason) ? sentenceOf(NOT_DECODED) : undefined
  if (record) context.log.warn({ reason, ...(fault ? { error: fault } : {}) }, 'A callback was refused')
  const hint = fault ?? given
  return { status: STATUS_OF[reason] ?? 401, verdict: 'refused', reason, ...(hint === undefined ? {} : { hint }) }
}

/** Reasons of a body that is not what the sender has signed, or no callback. */
const OF_THE_BODY: ReadonlySet<string> = new Set(['wrong-signature', 'not-json'])

/** The sender of a refused callback waits so long for its record, at most. Milliseconds. */
const RECORD_LIMIT_MS = 200

/** Stores a refused callback on the connections of everything else: the sender is not authenticated, and must delay no other. */
async function recordRefused({ database, clock, after }: GatewayContext, delivery: Delivery, reason: string) {
  const stored = insertRefused(database, {
    receivedAtMs: clock.now(),
    event: '',
    reason,
    headers: knownHeaders(delivery.headers),
    // Only the size of the body is stored.
    body: { bytes: delivery.body.byteLength },
  }).then(String, () => NOT_STORED)
  let cancel = () => {}
  const limit = new Promise<string>((resolve) => {
    cancel = after(RECORD_LIMIT_MS, () => resolve(NOT_STORED))
  })
  const callbackId = await Promise.race([stored, limit])
  cancel()
  return callbackId
}

/** Answers that differ from 401. A configuration error of ours is answered with 500, so that the provider repeats the callback. */
const STATUS_OF: { readonly [reason: string]: Receipt['status'] } = {
  'not-json': 400,
  'no-secrets': 500,
  'body-already-parsed': 500,
}

interface Refusal {
  readonly reason: string
  readonly hint: string | undefined
}

/** A refusal by the verifier; undefined for any other error. */
function refusalOf(error: unknown): Refusal | undefined {
  const { kind, reason, hint } = (error ?? {}) as { kind?: unknown; reason?: unknown; hint?: unknown }
  if (kind !== 'invalid-callback' || typeof reason !== 'string') return undefined
  return { reason, hint: typeof hint === 'string' ? hint : undefined }
}

/** Headers that are stored with their value, because it holds no secret. */
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

/** The headers that are read from an object that only looks up. */
const READ_HEADERS = [...PLAIN_HEADERS, 'authorization', HMAC_SIGNATURE_HEADER]

/** Headers as stored: every name, and the values of `PLAIN_HEADERS`. */
export function maskHeaders(headers: { readonly [name: string]: string }): { [name: string]: string } {
  const masked: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(headers).slice(0, 50))
    masked[storable(name)] = PLAIN_HEADERS.has(name) ? storable(value.slice(0, 300)) : '****'
  return masked
}

/** Headers of a callback from an unknown sender as stored: the names of `PLAIN_HEADERS` and their values, and nothing else. */
function knownHeaders(headers: { readonly [name: string]: string }): { [name: string]: string } {
  const known = Object.entries(headers).filter(([name]) => PLAIN_HEADERS.has(name))
  return Object.fromEntries(known.map(([name, value]) => [name, storable(value.slice(0, 100))]))
}
