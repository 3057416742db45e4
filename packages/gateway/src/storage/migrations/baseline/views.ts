/** Saved views of the console's lists. */
export const views = `
create table galla.views (
  "viewId" text primary key,
  -- Who saved it. Others see it only while it is shared.
  "ownerId" text not null references galla.users on delete cascade,
  "shared" boolean not null default false,
  "list" text not null,
  "name" text not null check (length("name") between 1 and 80),
  -- Search parameters of the list's address. None names a payer or a single record.
  "search" jsonb not null,
  -- Days that move on, in place of fixed ones.
  "days" text,
  unique ("viewId", "list")
);
create unique index "oneSharedViewPerName" on galla.views ("list", lower("name")) where "shared";
create unique index "oneOwnViewPerName" on galla.views ("ownerId", "list", lower("name")) where not "shared";

-- The view with which the navigation opens a list for a role: one, or none.
create table galla.view_roles (
  "list" text not null,
  "role" text not null check ("role" in ('viewer', 'support', 'developer', 'finance', 'admin')),
  "viewId" text not null,
  primary key ("list", "role"),
  foreign key ("viewId", "list") references galla.views ("viewId", "list") on delete cascade
);
create index "viewRolesByView" on galla.view_roles ("viewId");
`
