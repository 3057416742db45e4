import type { GatewayContext } from '../context.ts'
import { COMPARED_FOR_MS } from '../domain/schedule.ts'
import { readPlace, rememberPlace, saveRestore } from '../storage/restores.ts'

/** Notices when the database was restored or promoted: then the provider may know more of its orders than the database does. */
export interface Restores {
  /** Orders created before this time were in the database when it was restored last; undefined: it never was. Epoch milliseconds. */
  restoredAtMs(): Promise<number | undefined>
  /** Marks the database as restored, for one that cannot be noticed. Returns `restoredAtMs`. */
  mark(): Promise<number>
}

/** For so long, what a process has read of the marker counts: a promotion takes longer. Milliseconds. */
const MAX_AGE_MS = 1_000

export function watchRestores({
  database,
  clock,
  monotonicMs,
  policy,
  log,
}: Pick<GatewayContext, 'database' | 'clock' | 'monotonicMs' | 'policy' | 'log'>): Restores {
  let known: { readonly readAtMs: number; readonly restoredAtMs: Promise<number | undefined> } | undefined

  /** All orders that are stored now. What is older than 90 days, or whose payer data is erased by age, is not compared any more. */
  const span = () => {
    const { erasePayerAfterDays = Number.POSITIVE_INFINITY } = policy
    const nowMs = clock.now()
    const fromMs = Math.max(nowMs - Math.min(COMPARED_FOR_MS, erasePayerAfterDays * 86_400_000), 0)
    return { fromMs, nowMs }
  }

  async function look(): Promise<number | undefined> {
    const { here, remembered, restoredAtMs } = await readPlace(database)
    if (here === remembered) return restoredAtMs ?? undefined
    if (await rememberPlace(database, here, span()))
      log.warn({}, 'The database was restored or promoted: its orders are compared with the provider')
    return (await readPlace(database)).restoredAtMs ?? undefined
  }

  return {
    restoredAtMs() {
      const nowMs = monotonicMs()
      if (known && nowMs - known.readAtMs < MAX_AGE_MS) return known.restoredAtMs
      const looked = look()
      known = { readAtMs: nowMs, restoredAtMs: looked }
      looked.catch(() => {
        known = undefined
      })
      return looked
    },
    async mark() {
      const restoredAtMs = await saveRestore(database, span())
      known = undefined
      log.warn({}, 'The database was marked as restored: its orders are compared with the provider')
      return restoredAtMs
    },
  }
}

/** Whether the database was restored since the order was created: the provider may know more of it. */
export async function isFromBeforeRestore(
  { restores }: Pick<GatewayContext, 'restores'>,
  { createdAtMs }: { readonly createdAtMs: number },
): Promise<boolean> {
  const restoredAtMs = await restores.restoredAtMs()
  return restoredAtMs !== undefined && createdAtMs < restoredAtMs
}
