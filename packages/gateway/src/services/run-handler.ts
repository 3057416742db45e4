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

/** What may come before a statement. Each comment has one way to be read: many of them would otherwise be read in all combinations. */
const BEFORE = String.raw`^(?:\s|;|--[^\n]*(?:\n|$)|/\*(?:[^*]|\*(?!/))*\*/)*`

/** Statements that would end the transaction. */
const TRANSACTION_STATEMENT = new RegExp(
  String.raw`${BEFORE}(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b`,
  'i',
)

/** Statements whose effect stays with the connection, which other handlers use next. */
const SESSION_STATEMENT = new RegExp(
  [
    String.raw`${BEFORE}(?:set\s+(?!local\b|constraints\b|transaction\b)|reset\b|discard\b|listen\b|prepare\b|deallocate\b)`,
    String.raw`\bset_config\s*\((?:[^()]|\([^()]*\))*,\s*false\s*\)`,
    String.raw`\bpg_(?:try_)?advisory_lock(?:_shared)?\s*\(`,
  ].join('|'),
  'i',
)

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
    const handlerTx = openHandlerTx(tx, delivery)
    try {
      await withTimeout(policy.handlerLimitMs, 'The handler', () =>
        callHandler(handlers, delivery, subject, handlerTx.tx),
      )
    } catch (error) {
      handlerTx.close()
      if (handlerTx.isBusy()) await cutOff(context, delivery, transaction)
      throw error
    }
    handlerTx.close()
    if (!(await markDelivered(tx, delivery, clock.now(), transaction)))
      throw new Error('The handler ended the transaction of its delivery: remove the statement that does it')
  })
}

/** Runs one statement at a time until it is closed. */
function openHandlerTx(tx: Queries, { deliveryId }: ClaimedDelivery) {
  let open = true
  let running = 0
  const handlerTx: HandlerTx = {
    async query(text, values = []) {
      if (!open) throw new Error(`The handler of ${deliveryId} has ended: await every query before the handler returns`)
      if (TRANSACTION_STATEMENT.test(text))
        throw new Error(
          'tx is in a transaction already, which is committed after the handler returns: remove this statement',
        )
      if (SESSION_STATEMENT.test(text))
        throw new Error(
          'This statement would outlive the transaction and change what the next handler finds: use set local, set_config(…, true) or pg_advisory_xact_lock',
        )
      running += 1
      try {
        return await tx.query<Record<string, unknown>>({ text, values, queryMode: 'extended' })
      } finally {
        running -= 1
      }
    },
  }
  return {
    tx: handlerTx,
    close() {
      open = false
    },
    isBusy: () => running > 0,
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
  { order, refund, paidBy }: EventSubject,
  tx: HandlerTx,
): Promise<void> {
  // The event's name decides which subject its handler gets; see `EventSubjects`.
  const handler = handlers[event] as ((event: object) => Promise<void> | void) | undefined
  if (!handler) throw new Error(`This process has no handler for ${event}`)
  if (event.startsWith('refund.')) {
    if (!refund) throw new Error(`The refund of ${deliveryId} is missing from the database`)
    await handler({ deliveryId, refund, tx })
  } else {
    await handler({ deliveryId, order, tx, ...defined({ paidBy }) })
  }
}
