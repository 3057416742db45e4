import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { GatewayContext } from '../context.ts'
import type { Queries } from '../storage/database.ts'
import { markDelivered, markFailed } from '../storage/deliveries.ts'
import { type Handlers, type HandlerTx, nextAttemptAt } from './handlers.ts'

/** One run of the merchant's handler, ready to go. */
export interface Run extends Subject {
  readonly deliveryId: string
  readonly kind: keyof Handlers
  /** Runs before this one. */
  readonly attempts: number
}

/** Whom it is about. */
export interface Subject {
  readonly order: Order
  readonly refund?: Refund
  /** The other order of its reference whose payment counts. */
  readonly paidBy?: string
}

/** Statements that would end the transaction under our feet. */
const TRANSACTION_WORD =
  /^\s*(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i

/**
 * Runs a handler inside the transaction that records it: what it wrote through `tx` and the word "done" are committed
 * together, or neither is. When it fails, what it wrote is undone, the rest of the transaction stays.
 * @returns When it is to be tried again, if it is.
 */
export async function runHandler(
  { handlers, policy, clock, log }: Pick<GatewayContext, 'handlers' | 'policy' | 'clock' | 'log'>,
  tx: Queries,
  run: Run,
): Promise<number | undefined> {
  let open = true
  const gate: HandlerTx = {
    async query(text, values = []) {
      if (!open) throw new Error(`The handler of ${run.deliveryId} has ended, and its transaction with it`)
      if (TRANSACTION_WORD.test(text))
        throw new Error('tx is a transaction already: it is committed when the handler returns')
      return tx.query<Record<string, unknown>>({ text, values })
    },
  }
  await tx.query({ text: `savepoint handler; set local statement_timeout = ${Math.ceil(policy.handlerLimitMs)}` })
  try {
    await within(policy.handlerLimitMs, call(handlers, run, gate))
    open = false
    await tx.query({ text: 'release savepoint handler; set local statement_timeout to default' })
  } catch (error) {
    open = false
    await tx.query({ text: 'rollback to savepoint handler' })
    const nextAttemptAtMs = nextAttemptAt(run.attempts, clock.now())
    await markFailed(tx, run.deliveryId, wordsOf(error), nextAttemptAtMs)
    const facts = { deliveryId: run.deliveryId, attempts: run.attempts + 1, needsReview: nextAttemptAtMs === undefined }
    log.warn(facts, `The handler of ${run.kind} failed`)
    return nextAttemptAtMs
  }
  await markDelivered(tx, run.deliveryId, clock.now())
  return undefined
}

async function call(
  handlers: Handlers,
  { kind, deliveryId, order, refund, paidBy }: Run,
  tx: HandlerTx,
): Promise<void> {
  if (kind === 'refund.completed' || kind === 'refund.failed') {
    if (refund) await handlers[kind]?.({ deliveryId, refund, tx })
  } else {
    await handlers[kind]?.({ deliveryId, order, tx, ...(paidBy === undefined ? {} : { paidBy }) })
  }
}

async function within(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${limitMs} ms`)), limitMs)
  })
  // Whichever comes second is nobody's any more, and must not end the process.
  work.catch(() => {})
  try {
    await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

const MAX_WORDS = 500

/** An error as the database keep it. */
export function wordsOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, MAX_WORDS)
}
