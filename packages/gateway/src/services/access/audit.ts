import type { AuditCheck, AuditEntry, ListAudit } from '@galla/contract/gateway-api/audit'
import type { Order, Page } from '@galla/contract/gateway-api/orders'
import type { GatewayContext } from '../../context.ts'
import { type CsvColumn, csvChunks, timeCell } from '../../domain/finance/csv.ts'
import { GatewayError } from '../../errors.ts'
import { type Actor, checkAudit, listAudit, writeAudit } from '../../storage/access/audit.ts'
import { allPages } from '../../storage/list-query.ts'

export type { Actor }

type Reader = Pick<GatewayContext, 'database'>

/** The context in which an actor acts: what it does is recorded under its name. */
export const actingAs = (context: GatewayContext, actor: Actor): GatewayContext => ({ ...context, actor })

/** The context for an entry of what has happened already, whether or not the session of the actor was ended meanwhile. */
export const inAnySession = <Context extends { readonly actor?: Actor }>(context: Context): Context =>
  context.actor ? { ...context, actor: { ...context.actor, sessionId: undefined } } : context

/** The context for the entry of a transaction that has ended sessions: that of the actor was open until then, if it is one of them. */
export const afterEnding = <Context extends { readonly actor?: Actor }>(
  context: Context,
  ended: readonly string[],
): Context => (ended.some((sessionId) => sessionId === context.actor?.sessionId) ? inAnySession(context) : context)

/** One page of the audit log, newest first. @throws GatewayError INVALID_REQUEST */
export const auditPage = ({ database }: Reader, query: ListAudit): Promise<Page<AuditEntry>> =>
  listAudit(database, query)

/**
 * Finds a changed, removed or inserted entry. Each check reads the whole log, so this process makes one check at a time.
 * @throws GatewayError BUSY
 */
export type CheckAudit = (reader: Reader) => Promise<AuditCheck>

export function auditChecks(): CheckAudit {
  let isRunning = false
  return async ({ database }) => {
    if (isRunning) throw new GatewayError('BUSY', 'The audit log is being checked already')
    isRunning = true
    try {
      return await checkAudit(database)
    } finally {
      isRunning = false
    }
  }
}

/** Times in India, as in the other files. With all columns but the detail's salt, the hashes can be computed again. */
const COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  ['auditId', ({ auditId }) => auditId],
  ['at', ({ atMs }) => timeCell(atMs)],
  ['who', ({ who }) => who],
  ['userId', ({ userId }) => userId],
  ['address', ({ address }) => address],
  ['what', ({ what }) => what],
  ['kind', ({ kind }) => kind],
  ['id', ({ id }) => id],
  ['detail', ({ detail }) => detail],
  ['before', ({ before }) => before && JSON.stringify(before)],
  ['after', ({ after }) => after && JSON.stringify(after)],
  ['hash', ({ hash }) => hash],
]

/** The filtered entries as CSV, newest first, page by page. */
export const auditCsv = (reader: Reader, query: ListAudit): AsyncGenerator<string, undefined> =>
  csvChunks(
    COLUMNS,
    allPages((position) => auditPage(reader, { ...query, ...position })),
  )

/** Records that a file was downloaded. */
export function auditExport(context: GatewayContext, file: string): Promise<void> {
  return writeAudit(context, { atMs: context.clock.now(), what: 'exported', kind: 'export', id: file })
}

/** Records that somebody started a trial payment. */
export function auditPlayground(
  context: GatewayContext,
  { merchantOrderId, amount }: Pick<Order, 'merchantOrderId' | 'amount'>,
): Promise<void> {
  const entry = { what: 'started in the console', kind: 'order', id: merchantOrderId, after: { amount } } as const
  return writeAudit(context, { ...entry, atMs: context.clock.now() })
}
