import { createHash, randomUUID } from 'node:crypto'
import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'
import type { AuditCheck, AuditEntry, ListAudit } from '@galla/contract/gateway-api/audit'
import type { AuditAction } from '@galla/contract/gateway-api/audit-actions'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { Role } from '@galla/contract/gateway-api/roles'
import { defined } from '../../domain/defined.ts'
import { GatewayError } from '../../errors.ts'
import type { Queries } from '../database.ts'
import { conditions, type Keyset, orderAndLimit, pageOf, startAfter } from '../list-query.ts'
import { withoutNulls } from '../orders/orders.ts'
import { encryptedWith, isUnreadable } from '../privacy/data-keys.ts'
import { decrypted, encrypted } from '../privacy/encrypted-columns.ts'

/** The acting person or program, and the place. */
export interface Actor {
  /** Name of a user, or `program`. */
  readonly who: string
  readonly userId?: string | undefined
  readonly address?: string | undefined
  /** Role of the user, by which the request was let in. */
  readonly role?: Role | undefined
  /** The session of the user, in which the request was sent. */
  readonly sessionId?: string | undefined
  /** The stored API key, by which the request was let in. */
  readonly keyId?: string | undefined
  /** Scopes of the API key. */
  readonly scopes?: readonly ApiKeyScope[] | undefined
  /** True when the API key has expired by now, by the clock with which the key was let in. */
  readonly isExpired?: (() => boolean) | undefined
}

/** An action of a person or a program. It never holds a revealed value. */
export interface NewAuditEntry {
  readonly atMs: number
  readonly what: AuditAction
  readonly kind: AuditEntry['kind']
  /** Id of the record; for a payer, a keyed digest of the value that named the payer. */
  readonly id: string
  readonly detail?: string
  /** The values before and after the change. Never personal data: the values are part of the chain and are not erased. */
  readonly before?: AuditEntry['before']
  readonly after?: AuditEntry['after']
}

/** The program that calls the gateway's methods, or the merchant API. */
/** The merchant's own code, or a command on the machine. */
export const PROGRAM: Actor = { who: 'program' }

interface AuditWriter {
  readonly database: Queries
  readonly actor?: Actor | undefined
}

/**
 * Adds an entry in the transaction of what it is about. The log has one order: once an entry says that a user was disabled or got another
 * role, or a session was ended or a key revoked, none of what they had asked for before is committed.
 * @throws GatewayError NOT_ALLOWED when the actor may not act any more
 */
export const writeAudit = (writer: AuditWriter, entry: NewAuditEntry): Promise<void> =>
  writeAuditEntries(writer, [entry])

/**
 * As `writeAudit`, for what is done to many at once: in one statement, however many there are. Until the transaction ends, everybody else
 * who adds an entry waits, so this is its last statement.
 */
export async function writeAuditEntries(
  { database, actor = PROGRAM }: AuditWriter,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const notes = entries.map((entry) => storedNote(database, entry))
  // Each row is numbered and chained by the trigger as it is inserted, and sees the one before.
  const { rows } = await database.query({
    name: 'write-audit',
    text: `insert into galla.audit ("atMs", "who", "userId", "address", "what", "kind", "id", "detail", "detailSalt", "detailHash", "before", "after")
      select e."atMs", $1, $2, $3, e."what", e."kind", e."id", e."detail", e."detailSalt", e."detailHash", e."before"::jsonb, e."after"::jsonb
      from unnest($6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[]) with ordinality
        as e("atMs", "what", "kind", "id", "detail", "detailSalt", "detailHash", "before", "after", "position")
      where coalesce($4, $5, $15) is null or (select galla."mayStillAct"($2, $4, $5, $15))
      order by e."position"
      returning 1`,
    values: [
      actor.who,
      actor.userId,
      actor.address,
      actor.role,
      actor.keyId,
      entries.map(({ atMs }) => atMs),
      entries.map(({ what }) => what),
      entries.map(({ kind }) => kind),
      entries.map(({ id }) => id),
      notes.map(({ detail }) => detail),
      notes.map(({ detailSalt }) => detailSalt),
      notes.map(({ detailHash }) => detailHash),
      entries.map(({ before }) => before && JSON.stringify(before)),
      entries.map(({ after }) => after && JSON.stringify(after)),
      actor.sessionId,
    ],
  })
  // Asked here, because the statement has waited for other entries. When a key expires never changes.
  if (rows.length === 0 || actor.isExpired?.()) throw mayNotAct()
}

const mayNotAct = () =>
  new GatewayError(
    'NOT_ALLOWED',
    'The session has ended, or the rights of this account or key have changed in the meantime, so nothing was done',
  )

/**
 * For what is stored without an entry, such as an order: the account, session or key keeps what it may do until the transaction ends, so that nothing
 * follows a change of it. Call it when every other lock is held.
 * @throws GatewayError NOT_ALLOWED when the actor may not act any more
 */
export async function keepActor(
  tx: Queries,
  { userId, role, sessionId, keyId, isExpired }: Actor = PROGRAM,
): Promise<void> {
  if (keyId !== undefined) {
    const text = `select from galla.api_keys where "keyId" = $1 and "revokedAtMs" is null for share`
    const { rowCount } = await tx.query({ name: 'keep-api-key', text, values: [keyId] })
    if (rowCount !== 1 || isExpired?.()) throw mayNotAct()
  }
  if (userId !== undefined && role !== undefined) {
    const text = `select from galla.users where "userId" = $1 and "role" = $2 and "disabledAtMs" is null for share`
    const { rowCount } = await tx.query({ name: 'keep-user', text, values: [userId, role] })
    if (rowCount !== 1) throw mayNotAct()
  }
  // The user first, as who ends all sessions does.
  if (sessionId !== undefined) {
    const text = `select from galla.sessions where "sessionId" = $1 for share`
    const { rowCount } = await tx.query({ name: 'keep-session', text, values: [sessionId] })
    if (rowCount !== 1) throw mayNotAct()
  }
}

/** A note with its digest, which is part of the chain. Of a note that is stored as it is, the database makes salt and digest. */
interface StoredNote {
  readonly detail?: string | undefined
  readonly detailSalt?: string | undefined
  readonly detailHash?: string | undefined
}

function storedNote(on: Queries, entry: NewAuditEntry): StoredNote {
  if (entry.detail === undefined) return {}
  const detailSalt = randomUUID()
  const { detail, detailSalt: encryptedSalt } = encrypted(on, 'audit', { ...entry, detailSalt })
  if (detail === entry.detail) return { detail }
  return { detail, detailSalt: encryptedSalt, detailHash: digestOf(detailSalt, entry.detail) }
}

/** As the function `auditDetailHash` of the schema. */
const digestOf = (salt: string, detail: string): string =>
  createHash('sha256')
    .update(salt + detail)
    .digest('hex')

export interface AuditRow extends Pick<AuditEntry, 'kind' | 'id'> {
  readonly atMs: number
  readonly what: string
  readonly detail: string | null
}

/** The newest 500 audit entries of an order, oldest first. */
export async function auditOfOrder(on: Queries, merchantOrderId: string): Promise<AuditRow[]> {
  const { rows } = await on.query<AuditRow>({
    text: `select "atMs", "what", "kind", "id", "detail" from galla.audit where "kind" = 'order' and "id" = $1 order by "auditId" desc limit 500`,
    values: [merchantOrderId],
  })
  return rows.map((row) => decrypted(on, 'audit', row)).reverse()
}

/** Finds the refund's id in the text of an entry: a decision about a refund is recorded as an entry of its order. */
const REFUND_IN_TEXT = `substring("what" from 'refund ([\\w-]+)')`
const ABOUT_REFUNDS = `("kind" = 'refund' or "kind" = 'order' and ${REFUND_IN_TEXT} is not null)`
const byId = (id: string): string =>
  `("id" = ${id} or "kind" = 'order' and ${REFUND_IN_TEXT} = ${id}
    and "id" = (select r."merchantOrderId" from galla.refunds r where r."merchantRefundId" = ${id}))`

const KEYSET: Keyset = { columns: [], id: 'auditId', type: 'bigint' }

/** One page of entries, newest first. */
export async function listAudit(on: Queries, query: ListAudit): Promise<Page<AuditEntry>> {
  const filters = conditions()
  if (query.kind === 'refund') filters.addRaw(ABOUT_REFUNDS)
  else filters.add('"kind" = ?', query.kind)
  if (query.id !== undefined) filters.addRaw(byId(filters.value(query.id)))
  filters.add('"who" = ?', query.who)
  filters.add('position(lower(?) in lower("what")) > 0', query.what)
  filters.add('"atMs" >= ?::bigint', query.fromMs)
  filters.add('"atMs" < ?::bigint', query.toMs)
  startAfter(filters, KEYSET, query.after)
  const tail = orderAndLimit(filters, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select "auditId"::text as "auditId", "atMs", "who", "userId", "address", "what", "kind", "id", "detail", "before", "after", "hash"
      from galla.audit ${filters.where} ${tail.replace('"auditId"', 'audit."auditId"')}`,
    values: filters.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => decrypted(on, 'audit', withoutNulls<AuditEntry>(row))) }
}

/** An entry with what its hash is computed from. */
export interface ChainedEntry extends AuditEntry {
  readonly previousHash: string
  /** The text whose SHA-256 is `hash`: a JSON list, whose first value is `previousHash`. */
  readonly hashed: string
  /** The list has the SHA-256 of this salt and the note, not the note. Absent where the note was erased or cannot be read. */
  readonly detailSalt?: string
}

/** Entries after one, the oldest first. @param afterId 0 for all */
export async function auditAfter(on: Queries, afterId: string, limit: number): Promise<ChainedEntry[]> {
  const { rows } = await on.query<object>({
    text: `select a."auditId"::text as "auditId", a."atMs", a."who", a."userId", a."address", a."what", a."kind", a."id", a."detail", a."detailSalt", a."before", a."after", a."hash",
        p."hash" as "previousHash", galla."auditText"(p."hash", a) as "hashed"
      from galla.audit a cross join lateral (
        select coalesce((select b."hash" from galla.audit b where b."auditId" < a."auditId" order by b."auditId" desc limit 1), '') as "hash") p
      where a."auditId" > $1::bigint order by a."auditId" limit $2`,
    values: [afterId, limit],
  })
  return rows.map((row) => {
    const { detailSalt, ...entry } = decrypted(on, 'audit', withoutNulls<ChainedEntry>(row))
    return { ...entry, ...(isUnreadable(detailSalt) ? {} : defined({ detailSalt })) }
  })
}

/** The last entry of the chain; undefined when there is none. */
export async function auditHead(on: Queries): Promise<{ readonly auditId: string; readonly hash: string } | undefined> {
  const { rows } = await on.query<{ auditId: string; hash: string }>({
    text: 'select "auditId"::text as "auditId", "hash" from galla.audit order by audit."auditId" desc limit 1',
  })
  return rows[0]
}

/** Entries of one statement. */
const BATCH = 2_000

/**
 * Computes the whole chain again, and compares each note with its digest. In batches, each of which goes on from the last hash of the one
 * before: the log only grows, and no statement may take as long as it does.
 */
export async function checkAudit(on: Queries, batch = BATCH): Promise<AuditCheck> {
  let [entries, unreadable] = [0, 0]
  let brokenAt: string | undefined
  let last: Last = { auditId: null, hash: '' }
  for (;;) {
    const read = await checkBatch(on, last, batch)
    entries += read.entries
    const notes = read.encrypted === 0 ? NO_NOTES : await checkEncryptedNotes(on, last, read.last)
    unreadable += notes.unreadable
    brokenAt ??= firstOf(read.brokenAt, notes.brokenAt)
    last = read.last
    if (read.entries < batch) break
  }
  return {
    entries,
    ...defined({ brokenAt, unreadable: unreadable || undefined, head: last.hash === '' ? undefined : last.hash }),
  }
}

/** The last entry that was read. */
interface Last {
  readonly auditId: string | null
  readonly hash: string
}

const firstOf = (...ids: (string | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).sort((one, other) => Number(BigInt(one) - BigInt(other)))[0]

/** As `text` of `encrypted-columns.ts` writes them, and a note in clear that looks like one. */
const IS_ENCRYPTED = `starts_with(a."detail", 'galla1:')`

/** Condition for the entries after `$1`, an entry or null. */
const AFTER = `($1::bigint is null or a."auditId" > $1)`

async function checkBatch(on: Queries, after: Last, limit: number) {
  const { rows } = await on.query<{
    entries: number
    encrypted: number
    brokenAt: string | null
    lastId: string | null
    lastHash: string | null
  }>({
    text: `with "batch" as materialized (
        select a as "entry", a."auditId", a."hash", coalesce(${IS_ENCRYPTED}, false) as "encrypted",
          a."detail" is null or ${IS_ENCRYPTED} or a."detailHash" = galla."auditDetailHash"(a."detailSalt", a."detail") as "noteFits"
        from galla.audit a where ${AFTER} order by a."auditId" limit $3),
      "chain" as (
        select "auditId", "hash", "encrypted", "hash" = galla."auditHash"(lag("hash", 1, $2) over (order by "auditId"), "entry") and "noteFits" as "fits" from "batch")
      select count(*) as "entries", count(*) filter (where "encrypted") as "encrypted",
        min("auditId") filter (where "fits" is not true)::text as "brokenAt", max("auditId")::text as "lastId",
        (array_agg("hash" order by "auditId" desc))[1] as "lastHash" from "chain"`,
    values: [after.auditId, after.hash, limit],
  })
  const { entries = 0, encrypted = 0, brokenAt, lastId, lastHash } = rows[0] ?? {}
  const last = { auditId: lastId ?? after.auditId, hash: lastHash ?? after.hash }
  return { entries, encrypted, brokenAt: brokenAt ?? undefined, last }
}

interface NoteRow {
  readonly auditId: string
  readonly detail: string
  readonly detailSalt: string
  readonly detailHash: string
}

/** The first entry whose encrypted note is not the one of its digest, and the number of those that lack their key. */
interface CheckedNotes {
  readonly brokenAt?: string | undefined
  readonly unreadable: number
}

const NO_NOTES: CheckedNotes = { unreadable: 0 }

/** Only this process can open them: those after an entry, up to another. */
async function checkEncryptedNotes(on: Queries, after: Last, upTo: Last): Promise<CheckedNotes> {
  const { rows } = await on.query<NoteRow>({
    text: `select a."auditId"::text as "auditId", a."kind", a."id", a."atMs", a."detail", a."detailSalt", a."detailHash" from galla.audit a
      where ${IS_ENCRYPTED} and ${AFTER} and a."auditId" <= $2::bigint order by a."auditId"`,
    values: [after.auditId, upTo.auditId],
  })
  const isReadable = ({ detail }: NoteRow) => {
    const key = encryptedWith(detail)
    return key === undefined || on.dataKeys.has(key)
  }
  const readable = rows.filter(isReadable)
  const broken = readable.find((row) => digestOfRow(on, row) !== row.detailHash)
  return { brokenAt: broken?.auditId, unreadable: rows.length - readable.length }
}

function digestOfRow(on: Queries, row: NoteRow): string {
  const { detail, detailSalt } = decrypted(on, 'audit', row)
  return digestOf(detailSalt, detail)
}
