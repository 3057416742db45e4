import type { GatewayContext } from '../../context.ts'
import { indianTime } from '../../domain/finance/indian-time.ts'
import { invalid } from '../../errors.ts'
import { auditAfter, auditHead } from '../../storage/access/audit.ts'

/** Entries of one read. */
const BATCH = 500

/** The id of an entry: 15 digits fit into a JavaScript number. */
const ENTRY = /^\d{1,15}$/

/**
 * The audit log as JSON lines for a SIEM, the oldest entry first, each with its hash, what that is computed from, and the head of the chain when
 * the reading began. Ends with that head: what follows is read later, after the last id.
 * @throws GatewayError INVALID_REQUEST
 */
export async function* auditLines(
  { database }: Pick<GatewayContext, 'database'>,
  { after = '0' }: { readonly after?: string | undefined } = {},
): AsyncGenerator<string, undefined> {
  if (!ENTRY.test(after)) throw invalid('after', 'must be the auditId of an entry: up to 15 digits')
  const head = await auditHead(database)
  const lastId = head?.auditId ?? '0'
  if (Number(after) > Number(lastId))
    throw invalid(
      'after',
      `is beyond the audit log: the last entry is ${lastId}. Entries that were read before are gone, or this is another database`,
    )
  let last = after
  while (head && Number(last) < Number(head.auditId)) {
    const entries = await auditAfter(database, last, BATCH)
    const lines = entries
      .filter(({ auditId }) => Number(auditId) <= Number(head.auditId))
      .map(({ atMs, ...entry }) => `${onOneLine({ ...entry, at: indianTime(atMs), atMs, head })}\n`)
    yield* lines
    last = entries.at(-1)?.auditId ?? head.auditId
  }
}

/** Readers that split a text at every line end of Unicode find one line too. */
const onOneLine = (entry: object): string =>
  JSON.stringify(entry).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
