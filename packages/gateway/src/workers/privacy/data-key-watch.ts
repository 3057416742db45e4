import type { Log } from '../../context.ts'
import { GatewayError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { missingDataKeys, rememberWriting } from '../../storage/privacy/data-key-registry.ts'
import type { Lifecycle } from '../lifecycle.ts'

const INTERVAL_MS = 10_000

/** Compares the keys of this process with those that the database was written with, for as long as the process runs. */
export interface DataKeyWatch {
  /**
   * Ids of the keys that the database needs and this process lacks. A process without any key takes no more work from then on: another
   * process has turned on the encryption.
   */
  missing(): Promise<readonly string[]>
  /** Looks every ten seconds; returns the function that ends it. */
  keepWatching(): () => void
}

export function watchDataKeys({
  database,
  lifecycle,
  log,
}: {
  readonly database: Database
  readonly lifecycle: Lifecycle
  readonly log: Log
}): DataKeyWatch {
  const { dataKeys } = database
  let isRefused = false
  const refuse = (missing: readonly string[]): void => {
    if (isRefused || lifecycle.closing()) return
    isRefused = true
    const error = new GatewayError(
      'DATA_KEYS_MISSING',
      'Another process encrypts the database of the gateway, and this process has no data keys, so it stores nothing more. Call another replica. Set dataKeys (GALLA_DATA_KEYS) here, and restart this process',
    )
    dataKeys.refuse(error)
    lifecycle.refuse(error)
    log.error(
      { reason: `missing: ${missing.join(', ')}` },
      'Another process encrypts the database, and this process has no data keys, so it takes no more work. Set dataKeys (GALLA_DATA_KEYS), and restart this process',
    )
  }
  const missing = async (): Promise<readonly string[]> => {
    const ids = await missingDataKeys(database)
    if (ids.length > 0 && dataKeys.encryptsWith === undefined) refuse(ids)
    return ids
  }
  const look = async (): Promise<void> => {
    await rememberWriting(database)
    await missing()
  }
  return {
    missing,
    keepWatching() {
      // An unreachable database is reported by those who need it.
      const timer = setInterval(() => void look().catch(() => {}), INTERVAL_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
