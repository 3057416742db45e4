import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { GatewayContext } from '../context.ts'
import { nextAttemptAt } from '../domain/schedule.ts'
import { describeError } from '../errors.ts'
import { inSavepoint, type Queries } from '../storage/database.ts'
import { markDelivered, markFailed } from '../storage/deliveries.ts'
import type { Handlers, HandlerTx } from './handlers.ts'

/** One run of the merchant's handler. */
export interface HandlerRun extends EventSubject {
  readonly deliveryId: string
  readonly event: keyof Handlers
  /** Runs before this one. */
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
 * Runs a handler inside the transaction that records it: what it writes through `tx` and the delivery's state are committed
 * together, or neither is. When it fails, what it wrote is undone and the rest of the transaction stays.
 * @returns When it is tried again, epoch milliseconds; undefined when it is not.
 */
export async function runHandler(
  { handlers, policy, clock, log }: Pick<GatewayContext, 'handlers' | 'policy' | 'clock' | 'log'>,
  tx: Queries,
  run: HandlerRun,
): Promise<number | undefined> {
  let open = true
  const handlerTx: HandlerTx = {
    async query(text, values = []) {
      if (!open) throw new Error(`The handler of ${run.deliveryId} has ended, and its transaction with it`)
      if (TRANSACTION_STATEMENT.test(text))
        throw new Error('tx is a transaction already: it is committed when the handler returns')
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

async function callHandler(
  handlers: Handlers,
  { event, deliveryId, order, refund, paidBy }: HandlerRun,
  tx: HandlerTx,
): Promise<void> {
  if (event === 'refund.completed' || event === 'refund.failed') {
    if (refund) await handlers[event]?.({ deliveryId, refund, tx })
  } else {
    await handlers[event]?.({ deliveryId, order, tx, ...(paidBy === undefined ? {} : { paidBy }) })
  }
}

async function withTimeout(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${limitMs} ms`)), limitMs)
  })
  // Swallow the losing promise's rejection: it must not end the process.
  work.catch(() => {})
  try {
    await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
