import type { Queries } from './database.ts'

/** SQLSTATEs of a server that refuses its role a function, or does not have it: some managed servers. */
const REFUSED: ReadonlySet<unknown> = new Set(['42501', '42883', '0A000'])

/** The database, and a table of the gateway in it: a dump that is restored makes another one of each that it creates. */
const OIDS = `(select "oid" from pg_database where "datname" = current_database()) || '/' || 'galla.meta'::regclass::oid`

/**
 * Where the database is. The cluster is the one that `initdb` made, each promotion and each recovery of an archive begins another timeline.
 * The timeline is the one of the WAL: `pg_control_checkpoint()` tells a new one only after the next checkpoint.
 */
const PLACE = `(select "system_identifier" from pg_control_system()) || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '/' || ${OIDS}`

/** Notices when the database was restored or promoted: then the provider may know more of its orders than the database does. */
export interface Restores {
  /** Orders created before this time were in the database when it was restored last; undefined: it never was. Epoch milliseconds. */
  restoredAtMs(): Promise<number | undefined>
  /** Looks again at the next call: a new connection may be one to another server. */
  forget(): void
  /** Marks the database as restored, when nothing shows that it was. Returns `restoredAtMs`. */
  mark(): Promise<number>
}

export interface Place {
  /** Where the database is now. */
  readonly here: string
  /** Where it was when a gateway has looked last; null before the first one. */
  readonly remembered: string | null
  /** Orders created before this time were in the database when it was restored last; null: it never was. Epoch milliseconds. */
  readonly restoredAtMs: number | null
}

/** A server that does not tell its cluster and its timeline still tells the object ids. */
export async function readPlace(on: Queries): Promise<Place> {
  try {
    return await read(on, 'place', PLACE)
  } catch (error) {
    if (!REFUSED.has((error as { code?: unknown } | undefined)?.code)) throw error
    return read(on, 'place-of-oids', OIDS)
  }
}

async function read(on: Queries, name: string, place: string): Promise<Place> {
  const { rows } = await on.query<Place>({
    name,
    text: `select ${place} as "here", (select "value" from galla.meta where "key" = 'place') as "remembered",
      (select "toMs" from galla.reconciliations where "origin" = 'restore' order by "runId" desc limit 1) as "restoredAtMs"`,
  })
  const [row] = rows
  if (!row) throw new Error('The database did not say where it is')
  return row
}

/** The orders that a restore makes suspicious: all that are stored now, created from `fromMs` on. Epoch milliseconds. */
export interface RestoredSpan {
  readonly fromMs: number
  readonly nowMs: number
}

/** After each order that is stored now: those of one cart are created a millisecond apart, and a clock may have been ahead. */
const AFTER_ALL = `(select greatest($2::bigint, max("createdAtMs")) + 1 from galla.orders)`

/** Begins the comparison of these orders with the provider. One that is under way begins again, and its worker loses the lease. */
const compareOrders = (from: string) => `
  insert into galla.reconciliations as r ("origin", "fromMs", "toMs", "startedAtMs", "ranAtMs")
  select 'restore', $1::bigint, ${AFTER_ALL}, $2::bigint, $2::bigint ${from}
  on conflict ("origin") where "finishedAtMs" is null do update set "fromMs" = least(r."fromMs", excluded."fromMs"), "toMs" = excluded."toMs",
    "startedAtMs" = excluded."startedAtMs", "ranAtMs" = excluded."ranAtMs", "phase" = 'orders', "afterMs" = 0, "afterId" = '', "checked" = 0,
    "repaired" = 0, "pauses" = 0, "leaseToken" = galla."nextLeaseToken"(), "leasedUntil" = null
  returning "toMs"`

/**
 * Remembers where the database is, and marks it as restored when it was somewhere else before. One statement: of several gateways that open
 * the database at the same time, one marks it. Returns whether this call did.
 */
export async function rememberPlace(on: Queries, here: string, { fromMs, nowMs }: RestoredSpan): Promise<boolean> {
  const { rows } = await on.query<{ restored: boolean }>({
    text: `with "moved" as (
        insert into galla.meta as m ("key", "value") values ('place', $3)
        on conflict ("key") do update set "value" = excluded."value" where m."value" <> excluded."value" returning 1),
      "marked" as (${compareOrders(`from "moved" where exists (select 1 from galla.meta where "key" = 'place')`)})
      select exists (select 1 from "marked") as "restored"`,
    values: [fromMs, nowMs, here],
  })
  return rows[0]?.restored === true
}

/** Remembers more of the same place. */
export async function tellMore(on: Queries, here: string, remembered: string): Promise<void> {
  await on.query({
    text: `update galla.meta set "value" = $1 where "key" = 'place' and "value" = $2`,
    values: [here, remembered],
  })
}

/** Marks the database as restored, because somebody says so. Returns the time after all its orders. */
export async function saveRestore(on: Queries, { fromMs, nowMs }: RestoredSpan): Promise<number> {
  const { rows } = await on.query<{ toMs: number }>({ text: compareOrders('where true'), values: [fromMs, nowMs] })
  const [row] = rows
  if (!row) throw new Error('The database did not store that it was restored')
  return row.toMs
}
