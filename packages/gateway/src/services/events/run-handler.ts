import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { describeError } from '../../errors.ts'
import {
  type ClaimedDelivery,
  type DeliveryTransaction,
  endConnection,
  lockDelivery,
  markDelivered,
} from '../../storage/events/deliveries.ts'
import { withTimeout } from '../with-timeout.ts'
import { type EventSubject, readSubject } from './event-subject.ts'
import { ENDED, openHandlerTx } from './handler-tx.ts'
import type { Handlers, HandlerTx } from './handlers.ts'

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
    const subject = await readSubject(context, tx, delivery)
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

/** The statement of a handler that failed still runs: its connection is ended, so that neither it nor its locks outlive the attempt. */
async function cutOff({ database, log }: GatewayContext, { deliveryId }: ClaimedDelivery, of: DeliveryTransaction) {
  await endConnection(database, of).catch((error: unknown) =>
    log.warn({ deliveryId, error: describeError(error) }, 'Ending the connection of a handler failed'),
  )
}

async function callHandler(
  handlers: Handlers,
  { event, deliveryId }: ClaimedDelivery,
  given: EventSubject,
  tx: HandlerTx,
): Promise<void> {
  // The event's name decides which subject its handler gets; see `EventSubjects`.
  const handler = handlers[event] as ((event: object) => unknown) | undefined
  if (!handler) throw new Error(`This process has no handler for ${event}`)
  if (event.startsWith('refund.') && !('refund' in given)) throw new Error(`The event ${deliveryId} names no refund`)
  const result = await handler({ deliveryId, tx, ...argumentOf(given) })
  // Nothing of a generator has run yet, and a function that was returned was never called.
  if (typeof result === 'function' || typeof (result as { next?: unknown } | null)?.next === 'function')
    throw new Error(`The handler of ${event} returned a function or a generator: write it as an async function`)
}

/** The fields of a handler's argument about the subject of its event. */
function argumentOf(given: EventSubject): object {
  if (!('order' in given)) return given
  const { order, refund, paidBy, replacedBy, disputes, subscription, payer } = given
  if (subscription) return { subscription, order, ...defined({ payer }) }
  return refund ? { refund } : { order, ...defined({ paidBy, replacedBy, disputes }) }
}
