/**
 * The schema. Columns have the names of the wire's fields.
 * Amounts are bigint paise, times are bigint epoch milliseconds; `storage/pool.ts` reads both as safe integers.
 *
 * Lists, searches and charts read indexes only, so their cost does not grow with the number of orders. Most indexes are partial:
 * most rows never match their condition, so inserts skip them.
 */
export const up = `
create table galla.meta (
  "key" text primary key,
  "value" text not null
);

-- Fencing tokens of leases; see storage/leases.ts.
create sequence galla."leaseTokens";

create table galla.orders (
  "merchantOrderId" text primary key,
  "reference" text not null,
  "checkout" text not null,
  "amount" bigint not null check ("amount" > 0),
  "state" text not null check ("state" in ('CREATED', 'PENDING', 'FAILED', 'COMPLETED')),
  "resolution" text check ("resolution" in ('fulfil', 'late-refund', 'duplicate-refund')),
  "orderId" text,
  "attempts" jsonb not null default '[]',
  "errorCode" text,
  "detailedErrorCode" text,
  "needsReview" jsonb,
  "doublePaymentSeen" boolean,
  "request" jsonb not null,
  "opened" jsonb,
  "transactionId" text,
  "paymentMode" text,
  "instrument" text,
  "rail" text,
  "utr" text,
  "payerVpa" text,
  -- The balances of the order's ledger; only the ledger's trigger writes them.
  "availableAmount" bigint not null default 0 check ("availableAmount" >= 0),
  "heldAmount" bigint not null default 0 check ("heldAmount" >= 0),
  "refundedAmount" bigint not null default 0 check ("refundedAmount" >= 0),
  "createdAtMs" bigint not null,
  "updatedAtMs" bigint not null,
  "expiresAtMs" bigint,
  "completedAtMs" bigint,
  "openedAtMs" bigint,
  -- Set while the request that begins the payment is being sent; it never leaves later.
  "sendByMs" bigint,
  "erasedAtMs" bigint,
  "nextPollAtMs" bigint,
  -- Status checks in a row that the provider did not answer.
  "unansweredPolls" integer not null default 0,
  -- Keyed digests of the parameters of start and pay, by path; see domain/fingerprint.ts.
  "startFingerprint" jsonb not null default '{}',
  "payFingerprint" jsonb,
  "leaseToken" bigint,
  "leasedUntil" timestamptz,
  "version" integer not null default 1,
  check (("state" = 'COMPLETED') = ("resolution" is not null)),
  -- No order is forgotten: it is final, is polled, or needs a person.
  constraint "orderIsFollowed" check ("state" in ('COMPLETED', 'FAILED') or "nextPollAtMs" is not null or "needsReview" is not null),
  constraint "undecidedIsPolled" check ("needsReview" ->> 'reason' is distinct from 'undecided' or "nextPollAtMs" is not null),
  constraint "pendingWasSent" check ("state" <> 'PENDING' or "openedAtMs" is not null)
);
create unique index "oneFulfilmentPerReference" on galla.orders ("reference") where "resolution" = 'fulfil';
create index "ordersByReference" on galla.orders ("reference");
create index "ordersByTime" on galla.orders ("createdAtMs" desc, "merchantOrderId" desc);
create index "ordersByChange" on galla.orders ("updatedAtMs" desc, "merchantOrderId" desc);
-- An exact amount is queried more often than a range: sorted by time within an amount.
create index "ordersByAmount" on galla.orders ("amount" desc, "createdAtMs" desc, "merchantOrderId" desc);
create index "ordersByState" on galla.orders ("state", "createdAtMs" desc, "merchantOrderId" desc);
create index "ordersByMode" on galla.orders ("paymentMode", "createdAtMs" desc, "merchantOrderId" desc) where "paymentMode" is not null;
create index "ordersDue" on galla.orders ("nextPollAtMs") where "nextPollAtMs" is not null;
create index "ordersLeased" on galla.orders ("leaseToken") where "leasedUntil" is not null;
create index "ordersInReview" on galla.orders ("createdAtMs" desc) where "needsReview" is not null;
create index "ordersByOrderId" on galla.orders ("orderId") where "orderId" is not null;
create index "ordersByUtr" on galla.orders ("utr") where "utr" is not null;
-- Searches by transactionId include failed attempts.
create index "ordersByAttempt" on galla.orders
  using gin (jsonb_path_query_array("attempts", '$[*].transactionId') jsonb_path_ops) where "attempts" <> '[]';
create index "ordersByVpa" on galla.orders (lower("payerVpa"), "createdAtMs" desc) where "payerVpa" is not null;
-- A VPA is searched by its end: the last character before the @, and what follows. Many payers share one.
create index "ordersByVpaEnd" on galla.orders (lower(substring("payerVpa" from '.@[^@]*$')), "createdAtMs" desc)
  where "payerVpa" is not null;

-- Orders whose payer data may not be erased.
create table galla.legal_holds (
  "merchantOrderId" text primary key references galla.orders,
  "reason" text not null,
  "by" text not null,
  "sinceMs" bigint not null
);

-- Orders to be erased as soon as they are final and not held. Until "repeatUntilMs" they are erased again every day, because
-- callbacks and replies about them may still arrive.
create table galla.erasures (
  "merchantOrderId" text primary key,
  "dueAtMs" bigint not null,
  "repeatUntilMs" bigint
);
create index "erasuresDue" on galla.erasures ("dueAtMs");

-- An erased order stays erased: a later change of it makes it due again.
create function galla."eraseAgain"() returns trigger language plpgsql as $$
begin
  insert into galla.erasures ("merchantOrderId", "dueAtMs") values (new."merchantOrderId", 0)
    on conflict ("merchantOrderId") do update set "dueAtMs" = 0 where galla.erasures."dueAtMs" > 0;
  return null;
end $$;
create trigger "erasedStaysErased" after update on galla.orders for each row
  when (old."erasedAtMs" is not null) execute function galla."eraseAgain"();

create table galla.decisions (
  "decisionId" bigint generated always as identity primary key,
  "merchantOrderId" text not null references galla.orders,
  "atMs" bigint not null,
  "rule" text not null,
  "from" text not null,
  "to" text not null,
  "observations" jsonb not null,
  "events" jsonb not null
);
create index "decisionsByOrder" on galla.decisions ("merchantOrderId", "decisionId");

create table galla.refunds (
  "merchantRefundId" text primary key,
  "merchantOrderId" text not null references galla.orders,
  "amount" bigint not null check ("amount" > 0),
  "state" text not null check ("state" in ('REQUESTED', 'PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED')),
  "origin" text not null,
  "note" text,
  "inDoubt" boolean not null default false,
  "refusal" jsonb,
  "needsReview" jsonb,
  "stateSinceMs" bigint,
  "eventCount" integer not null default 0,
  "refundId" text,
  "errorCode" text,
  "detailedErrorCode" text,
  "utr" text,
  "attempts" integer not null default 0,
  "createdAtMs" bigint not null,
  "updatedAtMs" bigint not null,
  "nextPollAtMs" bigint,
  "leaseToken" bigint,
  "leasedUntil" timestamptz,
  "version" integer not null default 1,
  -- A refund is final, polled again, or with a person: never forgotten.
  check ("state" in ('COMPLETED', 'FAILED') or "nextPollAtMs" is not null or "needsReview" is not null),
  -- The provider's word ends the doubt.
  check (not "inDoubt" or "state" = 'REQUESTED')
);
create index "refundsByOrder" on galla.refunds ("merchantOrderId");
create index "refundsByTime" on galla.refunds ("createdAtMs" desc, "merchantRefundId" desc);
create index "refundsByState" on galla.refunds ("state", "createdAtMs" desc, "merchantRefundId" desc);
create index "refundsDue" on galla.refunds ("nextPollAtMs") where "nextPollAtMs" is not null;
create index "refundsLeased" on galla.refunds ("leaseToken") where "leasedUntil" is not null;
create index "refundsByRefundId" on galla.refunds ("refundId");
create index "refundsInReview" on galla.refunds ("createdAtMs" desc, "merchantRefundId" desc) where "needsReview" is not null;
create index "refundsByUtr" on galla.refunds ("utr");
create index "refundsWithText" on galla.refunds ("createdAtMs")
  where "note" is not null or "refusal" is not null or "needsReview" is not null;

-- What refunds have taken of a double payment in review: those made outside the gateway, and those requested since the review began.
create function galla."refundedOfSurplus"("orderId" text, "sinceMs" bigint) returns bigint language sql stable as $$
  select coalesce(sum("amount"), 0)::bigint from galla.refunds
    where "merchantOrderId" = "orderId" and ("state" <> 'FAILED' or "needsReview" is not null)
      and ("origin" = 'external' or ("origin" in ('api', 'console') and "createdAtMs" >= "sinceMs"))
$$;

-- The ledger. One row is one transfer between two accounts of an order: payments -> available -> held -> refunded. A balance is what
-- an account was credited less what it was debited; what was paid is available + held + refunded. Rows are never changed.
create table galla.ledger (
  "transferKey" text primary key,
  "entryId" bigint generated always as identity,
  "atMs" bigint not null,
  "kind" text not null,
  "debitAccount" text not null,
  "creditAccount" text not null,
  "amount" bigint not null check ("amount" > 0),
  "merchantOrderId" text not null references galla.orders,
  "merchantRefundId" text,
  "transactionId" text,
  "origin" text,
  constraint "accountsOfKind" check (("kind", "debitAccount", "creditAccount") in (
    ('capture', 'payments', 'available'), ('refund-hold', 'available', 'held'), ('refund-posted', 'held', 'refunded'),
    ('hold-released', 'held', 'available'), ('refund-reversed', 'refunded', 'held'))),
  constraint "refundOfKind" check (("kind" = 'capture') = ("merchantRefundId" is null))
);
create index "ledgerByOrder" on galla.ledger ("merchantOrderId");
create index "ledgerByRefund" on galla.ledger ("merchantRefundId") where "merchantRefundId" is not null;
create index "ledgerByTime" on galla.ledger ("atMs", "entryId");

-- What an order counts as paid; the same rule as paidAmount() in domain/refund.ts.
create function galla."paidAmount"("amount" bigint, "attempts" jsonb, "doublePaymentSeen" boolean) returns bigint
  language sql immutable as $$
  select case when not coalesce("doublePaymentSeen", false) then "amount" else greatest("amount", (
    select sum((one ->> 'amount')::bigint)::bigint from jsonb_array_elements("attempts") one where one ->> 'state' = 'COMPLETED')) end
$$;

-- Posts new transfers to the balances of their orders, whose checks refuse more than there is. A refund never moves more than it holds,
-- and a capture never makes an order paid that is not, or paid with more than was received.
create function galla."postToBalances"() returns trigger language plpgsql as $$
declare
  "unpaid" text;
begin
  with "net" as (
    select "merchantOrderId", bool_or("kind" = 'capture') as "captured", max("atMs") filter (where "kind" <> 'capture') as "refundAtMs",
      sum(case 'available' when "creditAccount" then "amount" when "debitAccount" then -"amount" else 0 end)::bigint as "available",
      sum(case 'held' when "creditAccount" then "amount" when "debitAccount" then -"amount" else 0 end)::bigint as "held",
      sum(case 'refunded' when "creditAccount" then "amount" when "debitAccount" then -"amount" else 0 end)::bigint as "refunded"
    from "posted" group by 1),
  "changed" as (
    update galla.orders o set "availableAmount" = o."availableAmount" + n."available", "heldAmount" = o."heldAmount" + n."held",
      "refundedAmount" = o."refundedAmount" + n."refunded", "updatedAtMs" = greatest(o."updatedAtMs", n."refundAtMs"),
      "version" = o."version" + case when n."refundAtMs" is null then 0 else 1 end
    from "net" n where o."merchantOrderId" = n."merchantOrderId"
    returning o."merchantOrderId", n."captured", o."state", o."amount", o."attempts", o."doublePaymentSeen",
      o."availableAmount" + o."heldAmount" + o."refundedAmount" as "total")
  select min("merchantOrderId") into "unpaid" from "changed"
    where "captured" and (("state" <> 'COMPLETED' and "doublePaymentSeen" is not true)
      or ("total" > "amount" and "total" > galla."paidAmount"("amount", "attempts", "doublePaymentSeen")));
  if "unpaid" is not null then
    raise exception 'The capture exceeds what was paid for the order %', "unpaid" using errcode = 'check_violation';
  end if;
  -- One index lookup for each refund, however large the ledger is; a capture has none.
  if exists (
    select 1 from (select distinct "merchantRefundId" as "id" from "posted" where "merchantRefundId" is not null) p,
      lateral (select sum(case 'held' when l."creditAccount" then l."amount" when l."debitAccount" then -l."amount" else 0 end) as "held",
        sum(case 'refunded' when l."creditAccount" then l."amount" when l."debitAccount" then -l."amount" else 0 end) as "refunded"
        from galla.ledger l where l."merchantRefundId" = p."id") s
    where s."held" < 0 or s."refunded" < 0)
  then
    raise exception 'A refund moves more than it holds' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger "postToBalances" after insert on galla.ledger referencing new table as "posted"
  for each statement execute function galla."postToBalances"();

create function galla."refuseChange"() returns trigger language plpgsql as $$
begin
  raise exception '% of galla.% is refused: %', tg_op, tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
end $$;
create trigger "appendOnly" before update or truncate on galla.ledger
  for each statement execute function galla."refuseChange"('the ledger is append-only');
-- Eight years, the shortest time for which records of payments are kept.
create trigger "keptAsRecord" before delete on galla.ledger
  for each row when (old."atMs" > (extract(epoch from clock_timestamp()) - 2922 * 86400) * 1000)
  execute function galla."refuseChange"('the ledger is append-only for eight years');
create trigger "balancesOfLedger" before update of "availableAmount", "heldAmount", "refundedAmount" on galla.orders
  for each row when (pg_trigger_depth() = 0) execute function galla."refuseChange"('balances follow the ledger');
create trigger "startsEmpty" before insert on galla.orders
  for each row when (new."availableAmount" <> 0 or new."heldAmount" <> 0 or new."refundedAmount" <> 0)
  execute function galla."refuseChange"('balances follow the ledger');

create table galla.callbacks (
  "callbackId" bigint generated always as identity primary key,
  "receivedAtMs" bigint not null,
  "verdict" text not null check ("verdict" in ('accepted', 'duplicate', 'refused')),
  "event" text not null,
  "merchantOrderId" text,
  "merchantRefundId" text,
  "state" text,
  "reason" text,
  "verifiedBy" text,
  "headers" jsonb not null,
  "body" jsonb,
  "content" jsonb,
  "digest" text,
  "dueAtMs" bigint,
  "leaseToken" bigint,
  "leasedUntil" timestamptz,
  "processedAtMs" bigint,
  "attempts" integer not null default 0,
  "error" text
);
create index "callbacksByTime" on galla.callbacks ("receivedAtMs" desc, "callbackId" desc);
create index "callbacksByOrder" on galla.callbacks ("merchantOrderId");
create index "callbacksByRefund" on galla.callbacks ("merchantRefundId") where "merchantRefundId" is not null;
create index "callbacksByEvent" on galla.callbacks ("event", "receivedAtMs" desc, "callbackId" desc);
create unique index "callbacksByDigest" on galla.callbacks ("digest") where "verdict" = 'accepted';
create index "callbacksDue" on galla.callbacks ("dueAtMs") where "dueAtMs" is not null;
create index "callbacksLeased" on galla.callbacks ("leaseToken") where "leasedUntil" is not null;
create index "callbacksNotAccepted" on galla.callbacks ("verdict", "receivedAtMs" desc, "callbackId" desc) where "verdict" <> 'accepted';
create index "callbacksInReview" on galla.callbacks ("receivedAtMs" desc, "callbackId" desc) where "dueAtMs" is null and "error" is not null;
create index "callbacksWithoutSubject" on galla.callbacks ("receivedAtMs")
  where "merchantOrderId" is null and "merchantRefundId" is null and "verdict" <> 'refused';
create index "callbacksUnknown" on galla.callbacks ("receivedAtMs" desc, "callbackId" desc) where "content" ->> 'kind' = 'unknown';

-- What happened, once. The id starts with the kind of its subject: an order and a refund may have the same id.
create table galla.events (
  "eventId" text primary key,
  "event" text not null,
  "merchantOrderId" text not null references galla.orders,
  "merchantRefundId" text,
  "createdAtMs" bigint not null,
  check ("eventId" like split_part("event", '.', 1) || ':%')
);

-- Who wants which events. A process adds what it has code for and never removes what it lacks.
create table galla.subscriptions (
  "subscriber" text not null check ("subscriber" ~ '^[a-z][a-z0-9-]{0,30}$'),
  "event" text not null,
  "registeredAtMs" bigint not null,
  primary key ("subscriber", "event")
);

-- One per event and subscriber: the id is made of both. The deletion of an event reads the unique index.
create table galla.deliveries (
  "deliveryId" text primary key generated always as ("eventId" || ':' || "subscriber") stored,
  "eventId" text not null references galla.events,
  "subscriber" text not null check ("subscriber" ~ '^[a-z][a-z0-9-]{0,30}$'),
  "event" text not null,
  "merchantOrderId" text not null,
  "merchantRefundId" text,
  "state" text not null default 'waiting' check ("state" in ('waiting', 'done', 'failed', 'cancelled')),
  "attempts" integer not null default 0,
  "lastError" text,
  "createdAtMs" bigint not null,
  "nextAttemptAtMs" bigint,
  "leaseToken" bigint,
  "leasedUntil" timestamptz,
  "doneAtMs" bigint,
  unique ("eventId", "subscriber"),
  check (("state" = 'waiting') = ("nextAttemptAtMs" is not null)),
  check (("state" = 'done') = ("doneAtMs" is not null))
);
-- Each subscriber is claimed on its own, so that one with a backlog does not delay another.
create index "deliveriesDue" on galla.deliveries ("subscriber", "event", "nextAttemptAtMs") where "state" = 'waiting';
create index "deliveriesLeased" on galla.deliveries ("leaseToken") where "leasedUntil" is not null;
create index "deliveriesByOrder" on galla.deliveries ("merchantOrderId");
create index "deliveriesByTime" on galla.deliveries ("createdAtMs" desc, "deliveryId" desc);
create index "deliveriesWithError" on galla.deliveries ("createdAtMs") where "lastError" is not null;
create index "deliveriesNotDone" on galla.deliveries ("state", "createdAtMs" desc, "deliveryId" desc) where "state" <> 'done';

create table galla.calls (
  "callId" bigint generated always as identity primary key,
  "atMs" bigint not null,
  "endpoint" text not null,
  "method" text not null,
  "path" text not null,
  "attempts" integer not null,
  "httpStatus" integer,
  "tookMs" integer,
  "errorKind" text,
  "outcome" text,
  "code" text,
  "message" text,
  "merchantOrderId" text,
  "merchantRefundId" text,
  "request" jsonb,
  "reply" jsonb
);
create index "callsByTime" on galla.calls ("atMs" desc, "callId" desc);
create index "callsByOrder" on galla.calls ("merchantOrderId");
create index "callsByRefund" on galla.calls ("merchantRefundId") where "merchantRefundId" is not null;
create index "callsByEndpoint" on galla.calls ("endpoint", "atMs" desc, "callId" desc);
create index "callsFailed" on galla.calls ("atMs" desc, "callId" desc) where "errorKind" is not null;

create table galla.tokens (
  "key" text primary key,
  "encrypted" text not null,
  "issuedAt" bigint not null
);

create table galla.sessions (
  "digest" text primary key,
  "csrf" text not null,
  "createdAtMs" bigint not null,
  "usedAtMs" bigint not null
);

-- Wrong passwords, counted for all replicas. "who" is a keyed digest of the address.
create table galla.login_attempts (
  "who" text primary key,
  "count" integer not null,
  "startedAtMs" bigint not null
);

create table galla.audit (
  "auditId" bigint generated always as identity primary key,
  "atMs" bigint not null,
  "what" text not null,
  "kind" text not null,
  "id" text not null,
  "detail" text
);
create index "auditBySubject" on galla.audit ("kind", "id", "auditId");
create index "auditWithDetail" on galla.audit ("atMs") where "detail" is not null;

-- Runs of the reconciliation. The cursor says where a run goes on after a crash.
create table galla.reconciliations (
  "runId" bigint generated always as identity primary key,
  "origin" text not null check ("origin" in ('daily', 'console')),
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
  "subscriptions" jsonb not null default '[]'
);
`
