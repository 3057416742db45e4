import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { describeError } from '../errors.ts'
import type { Queries } from '../storage/database.ts'
import {
  type ClaimedDelivery,
  type DeliveryTransaction,
  endConnection,
  lockDelivery,
  markDelivered,
} from '../storage/deliveries.ts'
import { type EventSubject, readSubject } from './event-subject.ts'
import type { Handlers, HandlerTx } from './handlers.ts'
import { withTimeout } from './with-timeout.ts'

/** Statements that would end the transaction, or make it read-only: its delivery could not be marked. */
const TRANSACTION_STATEMENT =
  /^(?:begin|start\s+transaction|set\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i

/** Statements whose effect is meant to stay with the connection, which other handlers use next. It is undone: what it does there, no handler needs. */
const SESSION_STATEMENT = new RegExp(
  [
    String.raw`^(?:set\s+(?!local\b|constraints\b)|reset\b|discard\b|listen\b|prepare\b|deallocate\b)`,
    String.raw`\bset_config\s*\((?:[^()]|\([^()]*\))*,\s*false\s*\)`,
    String.raw`\bpg_(?:try_)?advisory_lock(?:_shared)?\s*\(`,
  ].join('|'),
  'i',
)

/** Its rows would have to follow, which `query` cannot send: the connection would wait for them. */
const COPY_STATEMENT = /^copy\b.*\bstdin\b/is

/** The statement without the space and the comments before it, read as PostgreSQL does: comments nest, and a line ends at either character. */
function withoutLeadingComments(text: string): string {
  let at = 0
  let depth = 0
  for (;;) {
    const pair = text.slice(at, at + 2)
    if (pair === '/*') depth += 1
    else if (pair === '*/' && depth > 0) depth -= 1
    else if (depth === 0 && pair === '--') {
      while (at < text.length && !/[\n\r]/.test(text.charAt(at))) at += 1
      continue
    } else if (at < text.length && (depth > 0 || /[\s;]/.test(text.charAt(at)))) {
      at += 1
      continue
    } else return text.slice(at)
    at += 2
  }
}

/**
 * Runs a handler in a transaction of its own, with its delivery's row: what it writes through `tx` and the delivery's state are committed
 * together or not at all. The change that caused the event is committed already, and no lock on it is held: the handler may call any
 * method of the gateway.
 * @throws what the handler threw, or why it could not be committed. Its writes are rolled back then.
 */
export async function runHandler(context: GatewayContext, delivery: ClaimedDelivery): Promise<void> {
  const { handlerDatabase, policy, handlers, clock } = context
  await handlerDatabase.transaction(async (tx) => {
    const transaction = await lockDelivery(tx, delivery)
    // Another worker has it: the lease ended before this transaction began.
    if (!transaction) return
    const subject = await readSubject(tx, delivery)
    const handlerTx = openHandlerTx(context, tx, delivery)
    let leftRunning = false
    try {
      await withTimeout(policy.handlerLimitMs, 'The handler', async () => {
        await callHandler(handlers, delivery, subject, handlerTx.tx)
        leftRunning = handlerTx.isBusy()
        handlerTx.close('returned')
        await handlerTx.settled()
      })
      if (leftRunning) throw new Error('The handler returned while a query was running: await every query')
    } catch (error) {
      handlerTx.close('failed')
      if (handlerTx.isBusy()) await cutOff(context, delivery, transaction)
      throw handlerTx.caughtError(error)
    }
    const isMarked = await markDelivered(tx, delivery, clock.now(), transaction).catch((error: unknown) => {
      throw handlerTx.caughtError(error)
    })
    if (!isMarked)
      throw new Error('The handler ended the transaction of its delivery: remove the statement that does it')
  })
}

/** PostgreSQL refuses every statement after one that failed. */
const ABORTED = '25P02'

/** The code that PostgreSQL gave an error; undefined of one that it did not cause. */
function sqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** Runs statements until it is closed. */
function openHandlerTx({ log }: GatewayContext, tx: Queries, { deliveryId }: ClaimedDelivery) {
  let end: 'returned' | 'failed' | undefined
  const running = new Set<Promise<unknown>>()
  let firstFailure: unknown
  const run = async (text: string, values: readonly unknown[]) => {
    if (end !== undefined) {
      log.warn({ deliveryId }, 'A handler used tx after it had ended: nothing was written')
      // Nothing watches what a handler left behind when it returned: a rejection would end the process.
      if (end === 'returned') return new Promise<never>(() => {})
      throw new Error(`The handler of ${deliveryId} has ended: await every query before the handler returns`)
    }
    const statement = withoutLeadingComments(text)
    if (TRANSACTION_STATEMENT.test(statement))
      throw new Error(
        'tx is in a transaction already, which is committed after the handler returns: remove this statement',
      )
    if (SESSION_STATEMENT.test(statement))
      throw new Error(
        'This statement would outlive the transaction and change what the next handler finds: use set local, set_config(…, true) or pg_advisory_xact_lock',
      )
    if (COPY_STATEMENT.test(statement)) throw new Error('tx cannot send the rows of a copy: insert them')
    const result = tx.query<Record<string, unknown>>({ text, values, queryMode: 'extended' })
    running.add(result)
    try {
      return await result
    } catch (error) {
      if (sqlState(error) !== undefined) firstFailure ??= error
      throw error
    } finally {
      running.delete(result)
    }
  }
  const handlerTx: HandlerTx = {
    query(text, values = []) {
      const result = run(text, values)
      // A handler that awaits it later, or never, must not end the process.
      result.catch(() => {})
      return result
    },
  }
  return {
    tx: handlerTx,
    close(reason: 'returned' | 'failed') {
      end ??= reason
    },
    isBusy: () => running.size > 0,
    /** Waits for what was running when it was closed. */
    settled: () => Promise.allSettled(running),
    /** Instead of "current transaction is aborted": the error of the query that aborted it. */
    caughtError(error: unknown): unknown {
      if (sqlState(error) !== ABORTED || firstFailure === undefined || firstFailure === error) return error
      return new Error(`A query failed, and the handler went on: ${describeError(firstFailure)}`, {
        cause: firstFailure,
      })
    },
  }
}

/** The statement of a handler that failed still runs: its connection is ended, so that neither it nor its locks outlive the attempt. */
async function cutOff({ database, log }: GatewayContext, { deliveryId }: ClaimedDelivery, of: DeliveryTransaction) {
  await endConnection(database, of).catch((error: unknown) =>
    log.warn({ deliveryId, error: describeError(error) }, 'Ending the connection of a handler failed'),
  )
}

async function callHandler(
  handlers: Handlers,
  { event, deliveryId }: ClaimedDelivery,
  { order, refund, paidBy, replacedBy }: EventSubject,
  tx: HandlerTx,
): Promise<void> {
  // The event's name decides which subject its handler gets; see `EventSubjects`.
  const handler = handlers[event] as ((event: object) => unknown) | undefined
  if (!handler) throw new Error(`This process has no handler for ${event}`)
  if (event.startsWith('refund.') && !refund) throw new Error(`The event ${deliveryId} names no refund`)
  const subject = event.startsWith('refund.') ? { refund } : { order, ...defined({ paidBy, replacedBy }) }
  const result = await handler({ deliveryId, tx, ...subject })
  // Nothing of a generator has run yet, and a function that was returned was never called.
  if (typeof result === 'function' || typeof (result as { next?: unknown } | null)?.next === 'function')
    throw new Error(`The handler of ${event} returned a function or a generator: write it as an async function`)
}
