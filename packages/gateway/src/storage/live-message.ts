import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import { z } from 'zod'

const id = z.string().max(200)
const version = z.number().int()

/** What one replica tells the others. Strict: every role that may connect to the database can send a message. */
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

const MESSAGE = z.strictObject({ from: id, events: z.array(EVENT).max(100) })

/** The events of a message of another replica; none when it is our own or cannot be read. */
export function readLiveMessage(payload: string | undefined, ownId: string): readonly LiveEvent[] {
  // Our own are most of them, and as `JSON.stringify` wrote them.
  if (payload === undefined || payload.startsWith(`{"from":"${ownId}"`)) return []
  let message: unknown
  try {
    message = JSON.parse(payload)
  } catch {
    return []
  }
  const { data } = MESSAGE.safeParse(message)
  return data?.events ?? []
}
