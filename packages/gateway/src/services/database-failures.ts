import type { Log } from '../context.ts'
import { describeError, GatewayError } from '../errors.ts'
import { isError } from '../is-error.ts'
import { busy, isLockTimeout } from '../storage/lock-queue.ts'
import { isConnectionFailure } from '../storage/silent-server.ts'

/** Runs work of a caller, such as `during` of the lifecycle. */
type Run = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * As `run`, for the gateway's public methods: what the database or its driver throws becomes DATABASE_FAILED, and is logged. Workers
 * and the HTTP routes see the error itself.
 */
export function reportingDatabaseFailures(run: Run, log: Log): Run {
  return async (work) => {
    try {
      return await run(work)
    } catch (error) {
      const reason = failureCode(error)
      if (reason !== undefined)
        log.error({ reason, error: describeError(error) }, 'A call failed because of the database')
      return throwAsDatabaseFailure(error)
    }
  }
}

/** For `catch`, where a failure is reported in another way: throws what the database or its driver threw as DATABASE_FAILED, and any other error as it is. */
export function throwAsDatabaseFailure(error: unknown): never {
  const code = failureCode(error)
  throw code === undefined ? error : databaseFailed(code, error)
}

/** SQLSTATE classes of a transaction that lost against another one, and of a statement that was cancelled. */
const REPEATABLE = /^(?:40|57)/

/** A database that is away, or work that it rolled back and that may succeed when it is repeated, as DATABASE_FAILED; undefined for any other error. */
export function repeatableFailure(error: Error): GatewayError | undefined {
  const code = failureCode(error)
  const isRepeatable = code !== undefined && (isConnectionFailure(error) || REPEATABLE.test(code))
  return isRepeatable ? databaseFailed(code, error) : undefined
}

/** SQLSTATE, or the code of the operating system; undefined for an error of anything else. */
function failureCode(error: unknown): string | undefined {
  if (!isError(error) || error instanceof GatewayError) return undefined
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  const isOfServer = typeof severity === 'string' && typeof code === 'string'
  if (!isOfServer && !isConnectionFailure(error)) return undefined
  return typeof code === 'string' ? code.slice(0, 40) : 'no connection'
}

function databaseFailed(code: string, cause: unknown): GatewayError {
  return new GatewayError(
    'DATABASE_FAILED',
    `The database failed (${code}), so it is not known whether the call took effect. Repeat the call with the same id: nothing happens twice`,
    { cause },
  )
}

/**
 * SQLSTATE classes of failures that have nothing to do with the row: of the connection, the transaction, the schema, resources and
 * the server. Every other one is that of a row which is refused whenever it is written: a trigger may raise with a class of its own.
 */
const PASSING = /^(?:0[38A]|2[4568DF]|3[4BDF]|4[02]|5[34578]|72|F0|HV|XX)/

/** Returns the error to record when the database refuses a row, which would block everything behind the row. Undefined for an error that may pass. */
export function refusedRow(error: unknown): GatewayError | undefined {
  const code = failureCode(error)
  if (code === undefined || isConnectionFailure(error) || !/^[0-9A-Z]{5}$/.test(code) || PASSING.test(code))
    return undefined
  return new GatewayError(
    'DATABASE_FAILED',
    `A constraint or a trigger of the database refuses the change (${code}): nothing was stored. The log has the reason`,
    { cause: error },
  )
}

/** A lock that was not free in time, as BUSY: nothing of the transaction is stored. Any other error as it is. */
export const lockTimeoutAsBusy = (error: Error): Error =>
  isLockTimeout(error) ? busy('Another transaction holds a lock that this call needs', error) : error
