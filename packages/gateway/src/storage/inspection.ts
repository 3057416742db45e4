import type { Queries } from './database.ts'
import { withoutNulls } from './orders/orders.ts'

/** The server's facts about itself, this connection and its role. */
export interface ServerRow {
  readonly version: string
  readonly versionNumber: number
  readonly nowMs: number
  readonly timeZone: string
  readonly takesWrites: boolean
  readonly durable: boolean
  readonly onSocket: boolean
  readonly tlsVersion?: string
  readonly role: string
  readonly superuser: boolean
  readonly mayMigrate: boolean
  readonly maxConnections: number
  readonly usedConnections: number
}

/**
 * Only the catalogues are read: the schema of the gateway may be missing. Durable: a commit survives a crash. A role that may not see
 * what other sessions do sees no `backend_type` of them.
 */
const SERVER = `
select current_setting('server_version') as "version", current_setting('server_version_num')::integer as "versionNumber",
  (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs", current_setting('TimeZone') as "timeZone",
  not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as "takesWrites",
  current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' and current_setting('synchronous_commit') <> 'off' as "durable",
  inet_server_addr() is null as "onSocket",
  (select s."version" from pg_stat_ssl s where s."pid" = pg_backend_pid() and s."ssl") as "tlsVersion",
  current_user::text as "role", r."rolsuper" as "superuser",
  coalesce((select pg_has_role(current_user, n."nspowner", 'usage') from pg_namespace n where n."nspname" = 'galla'),
    has_database_privilege(current_database(), 'create')) as "mayMigrate",
  least(current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true), '0')::integer,
    nullif(r."rolconnlimit", -1), nullif(d."datconnlimit", -1)) as "maxConnections",
  (select count(*) from pg_stat_activity a where a."usename" is not null and coalesce(a."backend_type", 'client backend') = 'client backend' and a."pid" <> pg_backend_pid()
    and (r."rolconnlimit" = -1 or a."usename" = current_user) and (d."datconnlimit" = -1 or a."datname" = current_database())) as "usedConnections"
from pg_roles r, pg_database d where r."rolname" = current_user and d."datname" = current_database()`

export async function readServer(on: Queries): Promise<ServerRow> {
  const { rows } = await on.query<ServerRow>({ text: SERVER })
  const [row] = rows
  if (!row) throw new Error('The database did not describe its role')
  return withoutNulls<ServerRow>(row)
}

/** Tables and sequences of the gateway that this role may not use, at most 20. */
export async function readForbidden(on: Queries): Promise<string[]> {
  const { rows } = await on.query<{ name: string }>({
    text: `select c."relname" as "name" from pg_class c join pg_namespace n on n."oid" = c."relnamespace"
      where n."nspname" = 'galla' and (not has_schema_privilege(current_user, n."oid", 'usage')
        or c."relkind" in ('r', 'p') and not (has_table_privilege(current_user, c."oid", 'select') and has_table_privilege(current_user, c."oid", 'insert')
          and has_table_privilege(current_user, c."oid", 'update') and has_table_privilege(current_user, c."oid", 'delete'))
        or c."relkind" = 'S' and not has_sequence_privilege(current_user, c."oid", 'usage'))
        and c."relkind" in ('r', 'p', 'S') and c."relname" <> 'migrations'
      order by 1 limit 20`,
  })
  return rows.map(({ name }) => name)
}

/** Tells whether an order was ever paid here, and whether a refund was completed. */
export async function readFirstMoney(on: Queries): Promise<{ readonly paid: boolean; readonly refunded: boolean }> {
  const { rows } = await on.query<{ paid: boolean; refunded: boolean }>({
    text: `select exists (select 1 from galla.orders where "state" = 'COMPLETED') as "paid",
      exists (select 1 from galla.refunds where "state" = 'COMPLETED') as "refunded"`,
  })
  return rows[0] ?? { paid: false, refunded: false }
}
