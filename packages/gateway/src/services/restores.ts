import type { GatewayContext } from '../context.ts'
import { COMPARED_FOR_MS } from '../domain/comparisons.ts'
import { defined } from '../domain/defined.ts'
import type { KnownStarts } from '../domain/orders/started-elsewhere.ts'
import { type Restores, readPlace, rememberPlace, saveRestore, tellMore } from '../storage/restores.ts'

/** For so long, what a process has read of the marker counts, unless it connects again: another process may have marked the database. Milliseconds. */
const MAX_AGE_MS = 1_000

export function watchRestores({
  database,
  clock,
  monotonicMs,
  log,
}: Pick<GatewayContext, 'database' | 'clock' | 'monotonicMs' | 'log'>): Restores {
  let known: { readonly readAtMs: number; readonly restoredAtMs: Promise<number | undefined> } | undefined

  const span = () => {
    const nowMs = clock.now()
    return { fromMs: Math.max(nowMs - COMPARED_FOR_MS, 0), nowMs }
  }

  /** A role that is refused the functions tells the object ids only: they are the end of what another role tells. */
  async function look(): Promise<number | undefined> {
    const { here, remembered, restoredAtMs } = await readPlace(database)
    if (here === remembered || remembered?.endsWith(`/${here}`)) return restoredAtMs ?? undefined
    if (remembered !== null && here.endsWith(`/${remembered}`)) {
      await tellMore(database, here, remembered)
      return restoredAtMs ?? undefined
    }
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
    forget() {
      known = undefined
    },
    async mark() {
      const restoredAtMs = await saveRestore(database, span())
      known = undefined
      log.warn({}, 'The database was marked as restored: its orders are compared with the provider')
      return restoredAtMs
    },
  }
}

/** Reads the facts that tell an order of this gateway from an order that was started elsewhere with the same id. */
export async function knownStarts({
  restores,
  orderIdPrefix,
}: Pick<GatewayContext, 'restores' | 'orderIdPrefix'>): Promise<KnownStarts> {
  return { orderIdPrefix, ...defined({ restoredAtMs: await restores.restoredAtMs() }) }
}

/** Tells whether the database was restored since the order was created. The provider may then know more of the order. */
export async function isFromBeforeRestore(
  { restores }: Pick<GatewayContext, 'restores'>,
  { createdAtMs }: { readonly createdAtMs: number },
): Promise<boolean> {
  const restoredAtMs = await restores.restoredAtMs()
  return restoredAtMs !== undefined && createdAtMs < restoredAtMs
}
