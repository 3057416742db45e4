import type { GatewayContext } from '../../context.ts'
import { describeError } from '../../errors.ts'
import type { Queries, Statement } from '../../storage/database.ts'
import { type ClaimedDelivery, type DeliveryTransaction, goesOn } from '../../storage/events/deliveries.ts'
import { isConnectionFailure } from '../../storage/silent-server.ts'
import type { HandlerStatement, HandlerTx } from './handlers.ts'

/** Says that a delivery cannot be marked, because the transaction that holds it is gone. */
export const ENDED =
  'The handler ended the transaction of its delivery, which is committed after the handler returns: remove the statement that ends it'

/** Names that PostgreSQL gives to statements that end a transaction, or go back to a savepoint. */
const ENDS: ReadonlySet<string | undefined> = new Set(['COMMIT', 'ROLLBACK'])

/** Names that PostgreSQL gives to statements that begin a transaction. Inside a transaction, PostgreSQL only warns about them. */
const BEGINS: ReadonlySet<string | undefined> = new Set(['BEGIN', 'START'])

const NO_BEGIN =
  'tx is in a transaction already, which the gateway commits with the delivery: use no begin, and no transaction of your ORM, in a handler. A savepoint is allowed'

/** PostgreSQL refuses every statement after one that failed. */
const ABORTED = '25P02'

/** The code that PostgreSQL gave an error; undefined of one that it did not cause. */
function sqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Sends statements until one has ended the transaction: the next one would be committed by itself. Their text is not read. PostgreSQL refuses
 * a commit, and what a session keeps is undone before another handler gets the connection.
 */
function sendWithin(tx: Queries, transaction: DeliveryTransaction) {
  let isOver = false
  const send = async (statement: Statement) => {
    if (isOver) throw new Error(ENDED)
    try {
      const result = await tx.query<never>({ ...statement, queryMode: 'extended' })
      if (BEGINS.has(result.command)) throw new Error(NO_BEGIN)
      if (!ENDS.has(result.command) || (await goesOn(tx, transaction))) return result
    } catch (error) {
      // A commit that was refused has rolled back.
      if (sqlState(error) !== undefined) isOver = !(await goesOn(tx, transaction))
      throw error
    }
    isOver = true
    throw new Error(ENDED)
  }
  return { send, isOver: () => isOver }
}

/** Runs the statements of a handler, one after the other, until it is closed. */
export function openHandlerTx(
  { log }: GatewayContext,
  tx: Queries,
  { deliveryId }: ClaimedDelivery,
  transaction: DeliveryTransaction,
) {
  const { send, isOver } = sendWithin(tx, transaction)
  const running = new Set<Promise<unknown>>()
  let end: 'returned' | 'failed' | undefined
  let isCut = false
  let firstFailure: unknown
  let last: Promise<unknown> = Promise.resolve()

  const refuse = (): Promise<never> => {
    log.warn({ deliveryId }, 'A handler used tx after it had ended: nothing was written')
    // Nothing watches what a handler left behind when it returned: a rejection would end the process.
    if (end === 'returned') return new Promise<never>(() => {})
    return Promise.reject(
      new Error(`The handler of ${deliveryId} has ended: await every query before the handler returns`),
    )
  }
  const run = async (statement: Statement) => {
    await last
    if (isCut) throw new Error(`The handler of ${deliveryId} has ended`)
    return send(statement)
  }
  const handlerTx = {
    query(...given: readonly unknown[]) {
      const statement = statementOf(given)
      const result = end === undefined ? run(statement).finally(() => running.delete(result)) : refuse()
      // A handler that awaits it later, or never, must not end the process.
      const settled = result.catch((error: unknown) => {
        if (sqlState(error) !== undefined) firstFailure ??= error
      })
      if (end === undefined) {
        running.add(result)
        last = settled
      }
      return result
    },
  }
  /** Instead of "current transaction is aborted": the error of the query that aborted it. */
  const caughtError = (error: unknown): unknown => {
    if (sqlState(error) !== ABORTED || firstFailure === undefined || firstFailure === error) return error
    return new Error(`A query failed, and the handler went on: ${describeError(firstFailure)}`, { cause: firstFailure })
  }
  return {
    tx: handlerTx as HandlerTx,
    close(reason: 'returned' | 'failed') {
      end ??= reason
      isCut = reason === 'failed'
    },
    isBusy: () => running.size > 0,
    /** Waits for what was running when it was closed. */
    settled: () => Promise.allSettled(running),
    caughtError,
    /** Why the delivery of a handler that returned could not be marked. */
    unmarkedError(error: unknown): unknown {
      if (isOver()) return new Error(ENDED, { cause: error })
      const caught = caughtError(error)
      return caught === error ? unmarkable(error) : caught
    },
  }
}

/** @throws Error for what `query` does not take, at once: a library that waits for its callback would wait until the handler's time is over */
function statementOf([given, values, ...more]: readonly unknown[]): Statement {
  if ([given, values, ...more].some((one) => typeof one === 'function'))
    throw new Error(
      'tx.query takes no callback: it returns a promise. Build the statement with your library, and pass its text and values to tx.query',
    )
  const { submit, text, ...config } = (typeof given === 'object' && given !== null ? given : { text: given }) as Given
  if (submit !== undefined) throw new Error('tx.query takes no cursor and no stream: read the rows in pages')
  if (typeof text !== 'string' || text.trim() === '')
    throw new Error('tx.query needs the text of a statement, or an object with text and values')
  const own = values ?? config.values ?? []
  if (!Array.isArray(own)) throw new Error('The values of tx.query must be an array: one value for each of $1, $2 …')
  const { rowMode, types } = config
  return { text, values: own, rowMode, types: types ? safeTypes(types) : undefined }
}

/** Parsers of which a failure rejects the query: the driver asks for them outside the query, where an error would end the process. */
function safeTypes(types: NonNullable<Given['types']>): NonNullable<Given['types']> {
  if (typeof types.getTypeParser !== 'function')
    throw new Error('types of tx.query must be an object with the function getTypeParser')
  return {
    getTypeParser(oid, format) {
      try {
        const parser: unknown = types.getTypeParser(oid, format)
        if (typeof parser === 'function') return parser as (value: string) => unknown
        throw new Error(`getTypeParser of tx.query returned no function for the type ${oid}`)
      } catch (error) {
        return () => {
          throw error
        }
      }
    },
  }
}

type Given = Partial<HandlerStatement> & { readonly submit?: unknown }

function unmarkable(error: unknown): unknown {
  if (sqlState(error) === undefined || isConnectionFailure(error)) return error
  return new Error(
    `The handler made its delivery impossible to mark as done: ${describeError(error)}. Remove the statement that changed the transaction or the session`,
    { cause: error },
  )
}
