import type { Step } from '../../src/storage/migrations/migrations.ts'
import { fromBaseline } from './facts-steps.ts'

/** Tables about people that the release before did not have. */
export const ACCESS_TABLES: readonly Step[] = [
  { sql: fromBaseline('create table galla.link_makers') },
  { sql: fromBaseline('create table galla.views') },
  { index: 'oneSharedViewPerName', on: 'galla.views ("list", lower("name")) where "shared"', unique: true },
  {
    index: 'oneOwnViewPerName',
    on: 'galla.views ("ownerId", "list", lower("name")) where not "shared"',
    unique: true,
  },
  { sql: fromBaseline('create table galla.view_roles') },
  { index: 'viewRolesByView', on: 'galla.view_roles ("viewId")' },
  { sql: `alter table galla.users add constraint "accountHasId" check ("oidcSubject" <> '') not valid` },
  { sql: 'alter table galla.sessions add column "providerSid" text' },
  {
    sql: `alter table galla.api_keys add column "allowedNetworks" text[] check (cardinality("allowedNetworks") > 0),
      drop constraint "api_keys_scopes_check", add constraint "api_keys_scopes_check"
        check (cardinality("scopes") > 0 and "scopes" <@ array['read', 'orders', 'refunds', 'refunds:request', 'subscriptions', 'settlements', 'payers', 'holds', 'operations', 'metrics']) not valid`,
  },
  { index: 'sessionsByProvider', on: 'galla.sessions ("providerSid") where "providerSid" is not null' },
]

/** Fills the makers of links from the audit log: the release before wrote them nowhere else. */
export const FILL_ACCESS: readonly Step[] = [
  {
    sql: `insert into galla.link_makers ("userId", "madeById", "madeAtMs")
      select u."userId", m."userId", max(a."atMs")
      from galla.audit a join galla.users u on u."userId" = a."id" join galla.users m on m."userId" = a."userId"
      where a."kind" = 'user' and a."what" in ('invited', 'made a link to set a password') group by 1, 2`,
  },
]
