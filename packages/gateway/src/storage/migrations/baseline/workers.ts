/** Tables that the workers share: settings, fencing tokens, access tokens, reconciliation runs, heartbeats. */
export const workers = `
create table galla.meta (
  "key" text primary key,
  "value" text not null
);

-- Fencing tokens of leases; see storage/leases.ts. Claims are committed asynchronously, so a sequence alone would give numbers again after
-- a crash of the database: a token has the time in milliseconds since 2020 as well, and is below 2^53 until 2089.
create sequence galla."leaseTokens";
create function galla."nextLeaseToken"() returns bigint language sql volatile as $$
  select ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1577836800000) * 4096 + (nextval('galla."leaseTokens"') & 4095)
$$;

create table galla.tokens (
  "key" text primary key,
  "encrypted" text not null,
  "issuedAt" bigint not null
);

-- Runs of the reconciliation. The cursor says where a run goes on after a crash. One after a restore also says when that was, and is unfinished
-- while the orders of before are not all compared.
create table galla.reconciliations (
  "runId" bigint generated always as identity primary key,
  "origin" text not null check ("origin" in ('daily', 'console', 'restore')),
  "fromMs" bigint not null,
  "toMs" bigint not null,
  "phase" text not null default 'orders' check ("phase" in ('orders', 'callbacks', 'open', 'done')),
  "afterMs" bigint not null default 0,
  "afterId" text not null default '',
  "checked" bigint not null default 0,
  "repaired" bigint not null default 0,
  "pauses" integer not null default 0,
  "startedAtMs" bigint not null,
  "ranAtMs" bigint not null,
  "finishedAtMs" bigint,
  "leaseToken" bigint,
  "leasedUntil" timestamptz,
  check (("phase" = 'done') = ("finishedAtMs" is not null))
);
create unique index "oneOpenReconciliation" on galla.reconciliations ("origin") where "finishedAtMs" is null;

create table galla.discrepancies (
  "merchantOrderId" text not null,
  "merchantRefundId" text not null default '',
  "transactionId" text not null default '',
  "kind" text not null,
  "reason" text not null,
  "ours" jsonb not null,
  "theirs" jsonb not null,
  "repairable" boolean not null,
  "foundAtMs" bigint not null,
  "comparedAtMs" bigint not null,
  primary key ("merchantOrderId", "merchantRefundId", "kind", "transactionId")
);
create index "discrepanciesByTime" on galla.discrepancies ("foundAtMs" desc);

create table galla.workers (
  "workerId" text primary key,
  "startedAtMs" bigint not null,
  "heartbeatAtMs" bigint not null,
  -- What the process has code for: a list of {"subscriber", "events"}.
  "subscriptions" jsonb not null default '[]',
  -- SHA-256 of its limits of refunds; null of a release that does not store it.
  "refundControls" text
);
`
