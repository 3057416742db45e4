import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { nextAttemptAt } from '../domain/schedule.ts'
import { describeError } from '../errors.ts'
import { inSavepoint, type Queries } from '../storage/database.ts'
import { markDelivered, markFailed } from '../storage/deliveries.ts'
import type { Handlers, HandlerTx } from './handlers.ts'

/** One run of the merchant's handler. */
export interface HandlerRun extends EventSubject {
  readonly deliveryId: string
  readonly event: keyof Handlers
  /** Number of earlier runs. */
  readonly attempts: number
}

/** What an event is about. */
export interface EventSubject {
  readonly order: Order
  readonly refund?: Refund
  /** The other order of its reference whose payment counts. */
  readonly paidBy?: string
}

/** Statements that would end the transaction. */
const TRANSACTION_STATEMENT =
  /^\s*(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i

/**
 * Runs a handler inside the transaction that records its delivery: what it writes through `tx` and the delivery's state are
 * committed together or not at all. When it fails, its writes are rolled back and the rest of the transaction stays.
 * @returns The time of the next attempt, epoch milliseconds; undefined when there is none.
 */
export async function runHandler(
  { handlers, policy, clock, log }: Pick<GatewayContext, 'handlers' | 'policy' | 'clock' | 'log'>,
  tx: Queries,
  run: HandlerRun,
): Promise<number | undefined> {
  let open = true
  const handlerTx: HandlerTx = {
    async query(text, values = []) {
      if (!open)
        throw new Error(`The handler of ${run.deliveryId} has ended: await every query before the handler returns`)
      if (TRANSACTION_STATEMENT.test(text))
        throw new Error(
          'tx is in a transaction already, which is committed after the handler returns: remove this statement',
        )
      return tx.query<Record<string, unknown>>({ text, values })
    },
  }
  try {
    await inSavepoint(tx, policy.handlerLimitMs, async () => {
      try {
        await withTimeout(policy.handlerLimitMs, callHandler(handlers, run, handlerTx))
      } finally {
        open = false
      }
    })
  } catch (error) {
    const nextAttemptAtMs = nextAttemptAt(run.attempts, clock.now())
    await markFailed(tx, run.deliveryId, describeError(error), nextAttemptAtMs)
    const attempt = {
      deliveryId: run.deliveryId,
      attempts: run.attempts + 1,
      needsReview: nextAttemptAtMs === undefined,
    }
    log.warn(attempt, `The handler of ${run.event} failed`)
    return nextAttemptAtMs
  }
  await markDelivered(tx, run.deliveryId, clock.now())
  return undefined
}

function isRefundEvent(event: keyof Handlers): event is Extract<keyof Handlers, `refund.${string}`> {
  return event.startsWith('refund.')
}

async function callHandler(
  handlers: Handlers,
  { event, deliveryId, order, refund, paidBy }: HandlerRun,
  tx: HandlerTx,
): Promise<void> {
  if (isRefundEvent(event)) {
    if (refund) await handlers[event]?.({ deliveryId, refund, tx })
  } else {
    await handlers[event]?.({ deliveryId, order, tx, ...defined({ paidBy }) })
  }
}

async function withTimeout(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The handler did not return within ${limitMs} ms`)), limitMs)
  })
  // Swallow the losing promise's rejection: it must not end the process.
  work.catch(() => {})
  try {
    await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
