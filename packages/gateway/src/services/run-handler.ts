import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { describeError } from '../errors.ts'
import type { Queries } from '../storage/database.ts'
import {
  type ClaimedDelivery,
  type DeliveryTransaction,
  endConnection,
  goesOn,
  lockDelivery,
  markDelivered,
} from '../storage/deliveries.ts'
import { isConnectionFailure } from '../storage/silent-server.ts'
import { type EventSubject, readSubject } from './event-subject.ts'
import type { Handlers, HandlerTx } from './handlers.ts'
import { withTimeout } from './with-timeout.ts'

const ENDED =
  'The handler ended the transaction of its delivery, which is committed after the handler returns: remove the statement that does it'

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
    const handlerTx = openHandlerTx(context, tx, delivery, transaction)
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
      throw handlerTx.unmarkedError(error)
    })
    if (!isMarked) throw new Error(ENDED)
  })
}

/** PostgreSQL refuses every statement after one that failed. */
const ABORTED = '25P02'

/** The code that PostgreSQL gave an error; undefined of one that it did not cause. */
function sqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** What PostgreSQL calls statements that end a transaction, or go back to a savepoint. */
const ENDS: ReadonlySet<string | undefined> = new Set(['COMMIT', 'ROLLBACK'])

/**
 * Runs statements, one after the other, until it is closed. Their text is not read: PostgreSQL refuses a commit, a statement is not sent
 * after one that ended the transaction, and what a connection keeps is undone before another handler gets it.
 */
function openHandlerTx(
  { log }: GatewayContext,
  tx: Queries,
  { deliveryId }: ClaimedDelivery,
  transaction: DeliveryTransaction,
) {
  let end: 'returned' | 'failed' | undefined
  let isCut = false
  let isOver = false
  let firstFailure: unknown
  let last: Promise<unknown> = Promise.resolve()
  const running = new Set<Promise<unknown>>()
  const send = async (text: string, values: readonly unknown[]) => {
    if (isOver) throw new Error(ENDED)
    if (isCut) throw new Error(`The handler of ${deliveryId} has ended`)
    try {
      const result = await tx.query<Record<string, unknown>>({ text, values, queryMode: 'extended' })
      if (ENDS.has(result.command)) isOver = !(await goesOn(tx, transaction))
      if (isOver) throw new Error(ENDED)
      return result
    } catch (error) {
      if (sqlState(error) !== undefined) {
        firstFailure ??= error
        // A commit that was refused has rolled back.
        isOver = !(await goesOn(tx, transaction))
      }
      throw error
    }
  }
  const run = (text: string, values: readonly unknown[]): ReturnType<typeof send> => {
    if (end !== undefined) {
      log.warn({ deliveryId }, 'A handler used tx after it had ended: nothing was written')
      // Nothing watches what a handler left behind when it returned: a rejection would end the process.
      if (end === 'returned') return new Promise<never>(() => {})
      return Promise.reject(
        new Error(`The handler of ${deliveryId} has ended: await every query before the handler returns`),
      )
    }
    const result = last.then(() => send(text, values)).finally(() => running.delete(result))
    running.add(result)
    // A handler that awaits it later, or never, must not end the process.
    last = result.catch(() => {})
    return result
  }
  const caughtError = (error: unknown): unknown => {
    if (sqlState(error) !== ABORTED || firstFailure === undefined || firstFailure === error) return error
    return new Error(`A query failed, and the handler went on: ${describeError(firstFailure)}`, { cause: firstFailure })
  }
  const handlerTx: HandlerTx = { query: (text, values = []) => run(text, values) }
  return {
    tx: handlerTx,
    close(reason: 'returned' | 'failed') {
      end ??= reason
      isCut = reason === 'failed'
    },
    isBusy: () => running.size > 0,
    /** Waits for what was running when it was closed. */
    settled: () => Promise.allSettled(running),
    /** Instead of "current transaction is aborted": the error of the query that aborted it. */
    caughtError,
    /** Why the delivery of a handler that returned could not be marked. */
    unmarkedError(error: unknown): unknown {
      if (isOver) return new Error(ENDED, { cause: error })
      const caught = caughtError(error)
      if (caught !== error || sqlState(error) === undefined || isConnectionFailure(error)) return caught
      return new Error(
        `The handler made its delivery impossible to mark as done: ${describeError(error)}. Remove the statement that changed the transaction or the session`,
        { cause: error },
      )
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
