import { GatewayError } from '../errors.ts'
import type { Database } from './database.ts'
import { createWorkQueue } from './work-queue.ts'

/** Statements of one person, key or program that run at the same time: the others have what is left. */
const MAX_RUNNING_OF_ONE = 2
/** Those that wait: a page of the console sends up to thirty at once, and a person has several pages open. */
const MAX_WAITING_OF_ONE = 100
const MAX_WAITING = 400

/** A share of the connections for reads that people and keys start as often as they like, and that may take long. */
export type ConsoleReads = (who: string) => Database

/** SQLSTATEs of a statement that took too long, and of a lock that was not free in time. */
const TOO_LONG: ReadonlySet<unknown> = new Set(['57014', '55P03'])

const busy = (message: string, cause?: unknown) => new GatewayError('BUSY', message, { cause })

/** @returns a function that gives the database in which `who` reads. A statement that has no turn in time fails with GatewayError BUSY */
export function consoleReads(database: Database): ConsoleReads {
  const queue = createWorkQueue({
    places: database.connections,
    placesOfKey: MAX_RUNNING_OF_ONE,
    waiting: MAX_WAITING,
    waitingOfKey: MAX_WAITING_OF_ONE,
    refusal: () => busy('Too many reads wait for the database'),
  })
  return (who) => {
    const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
      queue.run(who, () =>
        work().catch((error: unknown) => {
          if (!TOO_LONG.has((error as { code?: unknown } | undefined)?.code)) throw error
          throw busy('The database took too long: narrow the span or the filters', error)
        }),
      )
    return {
      ...database,
      query: (statement) => inTurn(() => database.query(statement)),
      transaction: (work, queueKey) => inTurn(() => database.transaction(work, queueKey)),
    }
  }
}
