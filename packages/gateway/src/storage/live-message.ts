import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import { z } from 'zod'

const id = z.string().max(200)
const version = z.number().int()

/** Message of one replica to the others. Strict: every role that may connect to the database can send a message. */
const EVENT = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('order'),
    merchantOrderId: id,
    state: z.enum(['CREATED', 'PENDING', 'FAILED', 'COMPLETED']),
    version,
  }),
  z.strictObject({
    type: z.literal('refund'),
    merchantRefundId: id,
    merchantOrderId: id,
    state: z.enum(['REQUESTED', 'PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED']),
    version,
  }),
  z.strictObject({ type: z.literal('callback'), callbackId: id, verdict: z.string().max(20) }),
  z.strictObject({ type: z.literal('delivery'), deliveryId: z.string().max(400), merchantOrderId: id }),
]) satisfies z.ZodType<LiveEvent>

const MAX_EVENTS = 100

const MESSAGE = z.strictObject({ from: id, events: z.array(EVENT).max(MAX_EVENTS) })

/** A notification has fewer than 8000 bytes. */
const MAX_BYTES = 7_900

/** Start of every message of a replica. */
const startOf = (replicaId: string) => `{"from":"${replicaId}","events":[`

/** The events as messages that PostgreSQL takes, in their order. */
export function liveMessages(events: readonly LiveEvent[], ownId: string): readonly string[] {
  const start = startOf(ownId)
  const messages: string[] = []
  let texts: string[] = []
  let bytes = 0
  const end = () => {
    if (texts.length > 0) messages.push(`${start}${texts.join()}]}`)
    texts = []
    bytes = start.length + 2
  }
  end()
  for (const event of events) {
    const text = JSON.stringify(event)
    const more = Buffer.byteLength(text) + 1
    if (bytes + more > MAX_BYTES || texts.length === MAX_EVENTS) end()
    texts.push(text)
    bytes += more
  }
  end()
  return messages
}

/** The events of a message of another replica; none when it is our own or cannot be read. */
export function readLiveMessage(payload: string | undefined, ownId: string): readonly LiveEvent[] {
  // Our own arrive as well, and need not be parsed.
  if (payload === undefined || payload.startsWith(startOf(ownId))) return []
  let message: unknown
  try {
    message = JSON.parse(payload)
  } catch {
    return []
  }
  const { data } = MESSAGE.safeParse(message)
  return data?.events ?? []
}
