
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
  "subscriptions" jsonb not null default '[]',
  -- SHA-256 of its limits of refunds; null of a release that does not store it.
  "refundControls" text
);

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
  -- Of a failed order: whether the gateway closed it, or the provider reported it as failed.
  "givenUp" boolean,
  "needsReview" jsonb,
  "doublePaymentSeen" boolean,
  -- Of the double payments that were accepted: the sum of the payments without a transactionId.
  "unnamedSeenAmount" bigint,
  -- How many these are: the sum lacks an amount that could not be read.
  "unnamedSeenPayments" integer,
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
  "sentAtMs" bigint,
  -- Set while the request that begins the payment is being sent; it never leaves later.
  "sendByMs" bigint,
  -- The API key that started it may not import an order that the provider had before.
  "mayNotImport" boolean,
  -- Since when the provider has not said whether the payment was refunded automatically before.
  "refundUnansweredSinceMs" bigint,
  -- A person accepted the payment although the provider does not say whether it was refunded before.
  "refundCheckWaived" boolean,
  "erasedAtMs" bigint,
  "nextPollAtMs" bigint,
  -- Status checks in a row that the provider did not answer.
  "unansweredPolls" integer not null default 0,
  -- Keyed digests of the parameters of start and pay, by path; see domain/fingerprint.ts.
  "startFingerprint" jsonb not null default '{}',
  "payFingerprint" jsonb,
  -- Keyed digests of the page, the link and the QR code that the payer gets, by name; see domain/fingerprint.ts.
  "linkDigests" jsonb,
  "leaseToken" bigint,
  "leasedUntil" timestamptz,
  "version" integer not null default 1,
  check (("state" = 'COMPLETED') = ("resolution" is not null)),
  -- No order is forgotten: it is final, is polled, or needs review.
  constraint "orderIsFollowed" check ("state" in ('COMPLETED', 'FAILED') or "nextPollAtMs" is not null or "needsReview" is not null),
  constraint "undecidedIsPolled" check ("needsReview" ->> 'reason' is distinct from 'undecided' or "nextPollAtMs" is not null),
  constraint "pendingWasSent" check ("state" <> 'PENDING' or "sentAtMs" is not null)
);
create unique index "oneFulfilmentPerReference" on galla.orders ("reference") where "resolution" = 'fulfil';
-- text_pattern_ops: a search by the start of an id reads the index in every locale; equality does as well.
create index "ordersByReference" on galla.orders ("reference" text_pattern_ops);
-- An id and a reference are found by their start and by their end, which lists never shorten. The primary key serves no start: its
-- order depends on the locale.
create index "ordersByIdStart" on galla.orders ("merchantOrderId" text_pattern_ops);
create index "ordersByReferenceEnd" on galla.orders (reverse("reference") text_pattern_ops);
create index "ordersByIdEnd" on galla.orders (reverse("merchantOrderId") text_pattern_ops);
create index "ordersByTime" on galla.orders ("createdAtMs" desc, "merchantOrderId" desc);
create index "ordersByChange" on galla.orders ("updatedAtMs" desc, "merchantOrderId" desc);
-- An exact amount is queried more often than a range: sorted by time within an amount.
create index "ordersByAmount" on galla.orders ("amount" desc, "createdAtMs" desc, "merchantOrderId" desc);
create index "ordersByState" on galla.orders ("state", "createdAtMs" desc, "merchantOrderId" desc);
create index "ordersByMode" on galla.orders ("paymentMode", "createdAtMs" desc, "merchantOrderId" desc) where "paymentMode" is not null;
-- The expression of storage/order-list.ts. Few codes are asked for, so completed orders pay nothing for it.
create index "ordersByFailure" on galla.orders (coalesce("detailedErrorCode", "errorCode", ''), "createdAtMs" desc, "merchantOrderId" desc)
  where "state" = 'FAILED';
-- The search finds the wider code too.
create index "ordersByErrorCode" on galla.orders ("errorCode", "createdAtMs" desc, "merchantOrderId" desc) where "state" = 'FAILED';
create index "ordersDue" on galla.orders ("nextPollAtMs") where "nextPollAtMs" is not null;
create index "ordersLeased" on galla.orders ("leaseToken") where "leasedUntil" is not null;
create index "ordersInReview" on galla.orders ("createdAtMs" desc) where "needsReview" is not null;
-- Orders that may owe money to the payer; storage/order-list.ts.
create index "ordersOwed" on galla.orders ("createdAtMs" desc, "merchantOrderId" desc)
  where "resolution" in ('late-refund', 'duplicate-refund') or "needsReview" is not null;
-- An id of the provider is that of one order: a reply about another order completes none.
create unique index "ordersByOrderId" on galla.orders ("orderId" text_pattern_ops) where "orderId" is not null;
-- A payment completes one order. Of a completed order, the column has the id of a completed attempt only.
create unique index "ordersByPayment" on galla.orders ("transactionId") where "state" = 'COMPLETED' and "transactionId" is not null;
-- Each link to pay is that of one order: a reply with the page of another order opens none.
create unique index "ordersByPage" on galla.orders (("linkDigests" ->> 'redirectUrl')) where "linkDigests" ->> 'redirectUrl' is not null;
create unique index "ordersByIntent" on galla.orders (("linkDigests" ->> 'intentUrl')) where "linkDigests" ->> 'intentUrl' is not null;
create unique index "ordersByQr" on galla.orders (("linkDigests" ->> 'qrData')) where "linkDigests" ->> 'qrData' is not null;
create index "ordersByUtr" on galla.orders ("utr" text_pattern_ops) where "utr" is not null;
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
  "reason" text,
  -- Who requested it: a user and the role at that time, or the merchant's program.
  "requestedBy" text,
  "requestedById" text,
  "requestedRole" text,
  -- Whether its amount was counted in refund_days: without a limit of the role at that time it was not.
  "countedForDay" boolean,
  -- The decision of a second person, and until when it can be made.
  "approval" text check ("approval" in ('waiting', 'approved', 'declined', 'expired')),
  "approveByMs" bigint,
  "decidedBy" text,
  "decidedById" text,
  "decidedAtMs" bigint,
  "decisionNote" text,
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
  -- Of a refund made outside the gateway: the earliest time that the provider gives it.
  "madeAtMs" bigint,
  "updatedAtMs" bigint not null,
  "nextPollAtMs" bigint,
  "leaseToken" bigint,
  "leasedUntil" timestamptz,
  "version" integer not null default 1,
  -- A refund is final, polled again, or in review: never left out.
  check ("state" in ('COMPLETED', 'FAILED') or "nextPollAtMs" is not null or "needsReview" is not null),
  -- The provider's status ends the doubt.
  check (not "inDoubt" or "state" = 'REQUESTED'),
  -- Nobody approves an own request, and nothing is sent before somebody else has.
  constraint "approvalHasRequest" check ("approval" is null or ("approveByMs" is not null and "requestedById" is not null)),
  constraint "secondPerson" check ("approval" is distinct from 'approved' or ("decidedById" is not null and "decidedById" <> "requestedById")),
  constraint "sentWhenApproved" check ("approval" is null or "approval" = 'approved' or ("attempts" = 0 and not "inDoubt")),
  -- A refund that only the provider's id names was made elsewhere, is stored once, and is never sent.
  check ("merchantRefundId" not like 'external:%' or
    ("merchantRefundId" = 'external:' || "refundId" and "origin" = 'external' and "attempts" = 0))
);
create index "refundsByOrder" on galla.refunds ("merchantOrderId");
create index "refundsByTime" on galla.refunds ("createdAtMs" desc, "merchantRefundId" desc);
create index "refundsByState" on galla.refunds ("state", "createdAtMs" desc, "merchantRefundId" desc);
create index "refundsDue" on galla.refunds ("nextPollAtMs") where "nextPollAtMs" is not null;
create index "refundsLeased" on galla.refunds ("leaseToken") where "leasedUntil" is not null;
-- An id of the provider is that of one refund.
create unique index "refundsByRefundId" on galla.refunds ("refundId" text_pattern_ops);
create index "refundsByIdStart" on galla.refunds ("merchantRefundId" text_pattern_ops);
create index "refundsByIdEnd" on galla.refunds (reverse("merchantRefundId") text_pattern_ops);
create index "refundsInReview" on galla.refunds ("createdAtMs" desc, "merchantRefundId" desc) where "needsReview" is not null;
create index "refundsToApprove" on galla.refunds ("createdAtMs" desc, "merchantRefundId" desc)
  where "approval" = 'waiting' and "state" = 'REQUESTED';
create index "refundsByUtr" on galla.refunds ("utr" text_pattern_ops);
create index "refundsWithText" on galla.refunds ("createdAtMs")
  where "note" is not null or "decisionNote" is not null or "refusal" is not null or "needsReview" is not null;

-- What people of one role have requested to refund on a day in India. The row is locked until the request commits, so that requests
-- at the same time are counted one after the other. Without a limit of the role nothing is counted.
create table galla.refund_days (
  "day" date not null,
  "role" text not null,
  "amount" bigint not null check ("amount" >= 0),
  "dailyLimit" bigint not null,
  primary key ("day", "role"),
  constraint "withinDailyLimit" check ("amount" <= "dailyLimit")
);

-- The refunds that have taken something of a double payment in review: those requested since the review began, and those made outside the gateway since
-- the second payment. An hour is taken off the payment's time, which is the provider's, and it is not later than the review; all
-- count when it is not known. A refund made outside without a time of the provider counts by when it was found.
create function galla."surplusRefunds"("orderId" text, "sinceMs" bigint) returns setof text language sql stable as $$
  select "merchantRefundId" from galla.refunds
    where "merchantOrderId" = "orderId" and ("state" <> 'FAILED' or "needsReview" is not null)
      and coalesce("madeAtMs", "createdAtMs") >= case when "origin" in ('api', 'console') then "sinceMs"
        when "origin" = 'external' then coalesce((
          select least((a ->> 'timestamp')::bigint - 3600000, "sinceMs") from galla.orders o, jsonb_array_elements(o."attempts") a
            where o."merchantOrderId" = "surplusRefunds"."orderId" and a ->> 'state' = 'COMPLETED'
            order by (a ->> 'timestamp')::bigint nulls last offset 1 limit 1), 0) end
$$;
create function galla."refundedOfSurplus"("orderId" text, "sinceMs" bigint) returns bigint language sql stable as $$
  select coalesce(sum("amount"), 0)::bigint from galla.refunds
    where "merchantRefundId" in (select galla."surplusRefunds"("orderId", "sinceMs"))
$$;

create table galla.refund_files (
  "fileId" text primary key,
  "name" text not null check (length("name") between 1 and 200),
  -- SHA-256 of the file, in hex.
  "digest" text not null check ("digest" ~ '^[0-9a-f]{64}$'),
  "uploadedBy" text not null,
  "createdAtMs" bigint not null,
  -- In whose name the refunds are requested, and from where.
  "startedBy" text,
  "startedById" text,
  "startedFrom" text,
  "startedAtMs" bigint,
  "finishedAtMs" bigint,
  "nextRunAtMs" bigint,
  "leaseToken" bigint,
  "leasedUntil" timestamptz,
  -- A file that was started is finished, or due: never forgotten.
  constraint "startedIsRun" check (("nextRunAtMs" is not null) = ("startedAtMs" is not null and "finishedAtMs" is null)),
  constraint "startedBySomebody" check (("startedAtMs" is null) = ("startedById" is null)),
  check ("finishedAtMs" is null or "startedAtMs" is not null)
);
create index "refundFilesByTime" on galla.refund_files ("createdAtMs" desc, "fileId" desc);
create index "refundFilesDue" on galla.refund_files ("nextRunAtMs") where "nextRunAtMs" is not null;
create index "refundFilesLeased" on galla.refund_files ("leaseToken") where "leasedUntil" is not null;

create table galla.refund_file_rows (
  "rowId" bigint primary key generated always as identity,
  "fileId" text not null references galla.refund_files on delete cascade,
  "createdAtMs" bigint not null,
  "line" integer not null,
  "merchantOrderId" text,
  "paid" bigint,
  "refundable" bigint,
  "amount" bigint check ("amount" > 0),
  "reason" text,
  "note" text,
  "merchantRefundId" text,
  "plan" text not null,
  "column" text,
  "result" text check ("result" in ('requested', 'waiting', 'existed', 'refused', 'stopped')),
  "code" text,
  "message" text,
  unique ("fileId", "line"),
  -- Only a row that says what to refund is run, and no refund stands in a file twice.
  constraint "planIsComplete" check ("plan" not in ('refund', 'approval') or
    ("merchantOrderId" is not null and "amount" is not null and "merchantRefundId" is not null)),
  constraint "resultOfPlan" check ("result" is null or "plan" in ('refund', 'approval')),
  constraint "oneRowPerRefund" unique ("fileId", "merchantRefundId")
);
create index "refundFileRowsToRun" on galla.refund_file_rows ("fileId", "line") where "result" is null and "plan" in ('refund', 'approval');
create index "refundFileRowsByOrder" on galla.refund_file_rows ("merchantOrderId");
create index "refundFileRowsWithNote" on galla.refund_file_rows ("createdAtMs") where "note" is not null;

-- The ledger. One row is one transfer between two accounts of an order: payments -> available -> held -> refunded. A balance is what
-- an account was credited less what it was debited; what was paid is available + held + refunded. Rows are never changed.
create table galla.ledger (
  "transferKey" text primary key,
  "entryId" bigint generated always as identity,
  "atMs" bigint not null,
  -- Of a capture: the provider's time of the payment.
  "paidAtMs" bigint check ("kind" = 'capture' or "paidAtMs" is null),
  -- When the money moved. A payment is never later than its posting, whatever the provider's clock says.
  "valueAtMs" bigint not null generated always as (least("paidAtMs", "atMs")) stored,
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
-- A payment is captured once, for one order.
create unique index "ledgerByPayment" on galla.ledger ("transactionId") where "transactionId" is not null;
create index "ledgerByTime" on galla.ledger ("atMs", "entryId");
create index "ledgerByValue" on galla.ledger ("valueAtMs", "entryId");

-- Totals of the days in Indian time on which the money moved: entries that a job has added up. "dayMs" is the start of the day, "origin"
-- that of a refund. Deleting old records leaves them as they are.
create table galla.ledger_days (
  "dayMs" bigint not null,
  "kind" text not null,
  "origin" text not null,
  "entries" bigint not null,
  "amount" bigint not null,
  primary key ("dayMs", "kind", "origin")
);
-- Entries that are not in ledger_days yet. An entry is written here in the transaction that posts it, and moved on by exactly one run:
-- the days and this table together are the ledger, at any moment and whatever the clocks say. Refunds that wait move no money.
create table galla.ledger_tail (
  "entryId" bigint primary key,
  "dayMs" bigint not null,
  "kind" text not null,
  "origin" text not null,
  "amount" bigint not null
);

-- What an order counts as paid; the same rule as paidAmount() in domain/refund.ts.
create function galla."paidAmount"("amount" bigint, "attempts" jsonb, "doublePaymentSeen" boolean) returns bigint
  language sql immutable as $$
  select case when not coalesce("doublePaymentSeen", false) then "amount" else greatest("amount", (
    select sum((one ->> 'amount')::bigint)::bigint from jsonb_array_elements("attempts") one
      where one ->> 'state' = 'COMPLETED' and (one ->> 'amount')::bigint >= 0)) end
$$;

-- Posts new transfers to the balances of their orders, whose checks refuse more than there is. A refund never moves more than it holds
-- and frees nothing before it has failed, unless it is in review, and takes of its own order only,
-- and a capture never makes an order paid that is not, or paid with more than was received. A day is exported a minute after it is over:
-- what a process that was suspended, or a connection that stood still, posts with an older time is refused, and computed again.
create function galla."postToBalances"() returns trigger language plpgsql as $$
declare
  "unpaid" text;
begin
  if current_setting('galla.clock', true) = 'database'
    and exists (select from "posted" where "atMs" < extract(epoch from clock_timestamp()) * 1000 - 45000)
  then
    raise exception 'The transfer was computed more than 45 seconds ago' using errcode = 'serialization_failure';
  end if;
  insert into galla.ledger_tail ("entryId", "dayMs", "kind", "origin", "amount")
    select "entryId", ("valueAtMs" + 19800000) / 86400000 * 86400000 - 19800000, "kind", coalesce("origin", ''), "amount"
    from "posted" where "kind" in ('capture', 'refund-posted', 'refund-reversed');
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
    select 1 from (select distinct "merchantRefundId" as "id" from "posted" where "merchantRefundId" is not null) p
      cross join lateral (select sum(case 'held' when l."creditAccount" then l."amount" when l."debitAccount" then -l."amount" else 0 end) as "held",
        sum(case 'refunded' when l."creditAccount" then l."amount" when l."debitAccount" then -l."amount" else 0 end) as "refunded"
        from galla.ledger l where l."merchantRefundId" = p."id") s
      left join galla.refunds r on r."merchantRefundId" = p."id"
    where s."held" < 0 or s."refunded" < 0
      or exists (select from galla.ledger l where l."merchantRefundId" = p."id" and l."merchantOrderId" <> r."merchantOrderId")
      or (r."needsReview" is null and r."state" <> 'FAILED' and r."amount" >
        s."refunded" + case r."state" when 'COMPLETED' then 0 else s."held" end))
  then
    raise exception 'A refund moves more than it holds, or of another order, or frees what it still takes' using errcode = 'check_violation';
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
-- Eight years, the shortest time for which records of payments are kept. The clock may have been wrong when an entry was posted: the
-- provider's time counts as well.
create trigger "keptAsRecord" before delete on galla.ledger
  for each row when (greatest(old."atMs", old."paidAtMs") > (extract(epoch from clock_timestamp()) - 2922 * 86400) * 1000)
  execute function galla."refuseChange"('the ledger is append-only for eight years');
create trigger "balancesOfLedger" before update of "availableAmount", "heldAmount", "refundedAmount" on galla.orders
  for each row when (pg_trigger_depth() = 0) execute function galla."refuseChange"('balances follow the ledger');
create trigger "amountOfOrder" before update of "amount" on galla.orders
  for each row when (old."amount" <> new."amount") execute function galla."refuseChange"('the amount of an order is fixed');
-- In review a person may adopt the amount that the provider reports.
create trigger "amountOfRefund" before update of "amount" on galla.refunds
  for each row when (old."amount" <> new."amount" and old."needsReview" is null)
  execute function galla."refuseChange"('the amount of a refund is fixed');
create trigger "orderOfRefund" before update of "merchantOrderId" on galla.refunds
  for each row when (old."merchantOrderId" <> new."merchantOrderId")
  execute function galla."refuseChange"('the order of a refund is fixed');
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
  "replayedAtMs" bigint,
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
create index "callbacksDue" on galla.callbacks ("dueAtMs") where "dueAtMs" is not null and "replayedAtMs" is null;
create index "callbacksReplayed" on galla.callbacks ("dueAtMs") where "dueAtMs" is not null and "replayedAtMs" is not null;
create index "callbacksLeased" on galla.callbacks ("leaseToken") where "leasedUntil" is not null;
create index "callbacksNotAccepted" on galla.callbacks ("verdict", "receivedAtMs" desc, "callbackId" desc) where "verdict" <> 'accepted';
create index "callbacksInReview" on galla.callbacks ("receivedAtMs" desc, "callbackId" desc) where "dueAtMs" is null and "error" is not null;
create index "callbacksWithoutSubject" on galla.callbacks ("receivedAtMs")
  where "merchantOrderId" is null and "merchantRefundId" is null and "verdict" <> 'refused';
create index "callbacksForeign" on galla.callbacks ("merchantOrderId") where "reason" = 'foreign';
create index "callbacksUnknown" on galla.callbacks ("receivedAtMs" desc, "callbackId" desc) where "content" ->> 'kind' = 'unknown';

-- A callback about an order that was not known, such as after a restore, is due again when the order is stored.
create function galla."requeueForeign"() returns trigger language plpgsql as $$
begin
  update galla.callbacks set "dueAtMs" = new."createdAtMs", "attempts" = 0, "processedAtMs" = null, "replayedAtMs" = null
    where "merchantOrderId" = new."merchantOrderId" and "reason" = 'foreign' and "verdict" = 'accepted' and "dueAtMs" is null and "content" is not null;
  return null;
end $$;
create trigger "requeueForeign" after insert on galla.orders for each row execute function galla."requeueForeign"();

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

-- How a claim of a delivery ended, once: the key is its fencing token. A claim whose process died has no row. "createdAtMs" is that of the
-- delivery: the error of a late attempt names the payer of an old order, and is erased with it.
create table galla.delivery_attempts (
  "leaseToken" bigint primary key,
  "deliveryId" text not null references galla.deliveries,
  "merchantOrderId" text not null,
  "createdAtMs" bigint not null,
  "attempt" integer not null check ("attempt" > 0),
  "startedAtMs" bigint not null,
  "tookMs" bigint not null check ("tookMs" >= 0),
  "result" text not null check ("result" in ('done', 'failed')),
  "error" text,
  "nextAttemptAtMs" bigint,
  check ("result" = 'failed' or ("error" is null and "nextAttemptAtMs" is null))
);
create index "deliveryAttemptsByDelivery" on galla.delivery_attempts ("deliveryId", "leaseToken" desc);
create index "deliveryAttemptsByTime" on galla.delivery_attempts ("startedAtMs");
create index "deliveryAttemptsWithError" on galla.delivery_attempts ("createdAtMs") where "error" is not null;
-- Erasure removes the error, and a rotation of keys encrypts it again. Old rows are deleted.
create trigger "appendOnly" before update of "leaseToken", "deliveryId", "merchantOrderId", "createdAtMs", "attempt", "startedAtMs", "tookMs",
    "result", "nextAttemptAtMs" on galla.delivery_attempts
  for each statement execute function galla."refuseChange"('attempts of deliveries are append-only');

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
  "response" jsonb
);
create index "callsByTime" on galla.calls ("atMs" desc, "callId" desc);
create index "callsByOrder" on galla.calls ("merchantOrderId");
create index "callsByRefund" on galla.calls ("merchantRefundId") where "merchantRefundId" is not null;
create index "callsByEndpoint" on galla.calls ("endpoint", "atMs" desc, "callId" desc);
create index "callsFailed" on galla.calls ("atMs" desc, "callId" desc) where "errorKind" is not null;

create table galla.users (
  "userId" text primary key,
  "name" text not null check (length("name") between 1 and 100),
  "role" text not null check ("role" in ('viewer', 'support', 'developer', 'finance', 'admin')),
  "passwordHash" text,
  -- The first admin. Until it has a password of its own, the configured one opens it.
  "isFirst" boolean not null default false,
  "createdAtMs" bigint not null,
  "disabledAtMs" bigint,
  "lastLoginAtMs" bigint,
  -- Counts the times that all sessions of the user were ended: a login that began before counts no more.
  "loginEpoch" integer not null default 0,
  -- Keys of an authenticator app, encrypted: the one that counts, and one that is not confirmed yet.
  "totpSecret" text,
  "totpPending" text,
  -- Period of the last code that was used: that code, and earlier ones, are refused.
  "totpStep" bigint,
  -- The account of an OIDC provider that is linked to the user.
  "oidcIssuer" text,
  "oidcSubject" text,
  constraint "wholeAccount" check (("oidcIssuer" is null) = ("oidcSubject" is null))
);
create unique index "oneUserPerAccount" on galla.users ("oidcIssuer", "oidcSubject");
create unique index "oneUserPerName" on galla.users (lower("name"));
-- A capital I and a 1 look like an l, a 0 like an o.
create unique index "oneUserPerLook" on galla.users (lower(translate("name", 'I10', 'llo')));
create unique index "oneFirstUser" on galla.users ("isFirst") where "isFirst";

-- Has no rows: it is locked by who changes a user.
create table galla.users_lock ();

-- Somebody can always manage the users: an enabled admin with a way to log in. One change at a time, so that two admins cannot
-- disable each other.
create function galla."keepAnAdmin"() returns trigger language plpgsql as $$
begin
  lock table galla.users_lock in exclusive mode;
  if not exists (select 1 from galla.users where "role" = 'admin' and "disabledAtMs" is null and ("passwordHash" is not null or "isFirst"))
  then
    raise exception 'The last admin who can log in stays one' using errcode = 'check_violation', constraint = 'keepAnAdmin';
  end if;
  return null;
end $$;
create trigger "keepAnAdmin" after update of "role", "passwordHash", "isFirst", "disabledAtMs" or delete on galla.users
  for each statement execute function galla."keepAnAdmin"();

-- Digests of codes that replace the app, once each.
create table galla.recovery_codes (
  "userId" text not null references galla.users on delete cascade,
  "digest" text not null,
  primary key ("userId", "digest")
);

-- Links with which a user sets a password. One at a time of each user; only a digest of the token is stored.
create table galla.invitations (
  "digest" text primary key,
  "userId" text not null unique references galla.users on delete cascade,
  -- The person who made it; null: a program, or a command on the machine.
  "createdById" text references galla.users on delete cascade,
  "createdAtMs" bigint not null,
  "expiresAtMs" bigint not null
);

create table galla.sessions (
  "digest" text primary key,
  "sessionId" text not null unique,
  "userId" text not null references galla.users on delete cascade,
  "csrf" text not null,
  "createdAtMs" bigint not null,
  "usedAtMs" bigint not null,
  "address" text,
  "browser" text
);
create index "sessionsByUser" on galla.sessions ("userId");

-- States of sign-ins with a provider that were used: each is good for one session. SHA-256.
create table galla.used_sign_ins (
  "digest" text primary key,
  "usedAtMs" bigint not null
);

-- Wrong passwords and codes, counted for all replicas, each for its window. "who" is a keyed digest of address or browser, and name.
create table galla.login_attempts (
  "who" text primary key,
  "count" integer not null,
  "startedAtMs" bigint not null,
  "windowMs" integer not null
);

create table galla.api_keys (
  "keyId" text primary key,
  "name" text not null check (length("name") between 1 and 100),
  -- The first characters of the key, to recognise it.
  "prefix" text not null,
  -- SHA-256 of the key, in hex.
  "digest" text not null unique check ("digest" ~ '^[0-9a-f]{64}$'),
  "scopes" text[] not null check (cardinality("scopes") > 0 and "scopes" <@ array['read', 'orders', 'refunds', 'payers']),
  "callsPerSec" integer not null check ("callsPerSec" between 1 and 1000),
  "createdAtMs" bigint not null,
  "createdBy" text not null,
  "expiresAtMs" bigint check ("expiresAtMs" > "createdAtMs"),
  "lastUsedAtMs" bigint,
  "revokedAtMs" bigint
);
create unique index "oneApiKeyPerName" on galla.api_keys (lower("name")) where "revokedAtMs" is null;

-- A key is revoked for good, and never gets more than it was created with.
create function galla."keepApiKey"() returns trigger language plpgsql as $$
begin
  if old."revokedAtMs" is not null and new."revokedAtMs" is distinct from old."revokedAtMs"
    or new."digest" <> old."digest" or new."scopes" <> old."scopes" or new."expiresAtMs" is distinct from old."expiresAtMs"
  then
    raise exception 'A key is revoked for good and keeps its scopes and expiry: create another one' using errcode = 'check_violation', constraint = 'keepApiKey';
  end if;
  return new;
end $$;
create trigger "keepApiKey" before update on galla.api_keys for each row execute function galla."keepApiKey"();

create table galla.audit (
  "auditId" bigint primary key,
  "atMs" bigint not null,
  "who" text not null,
  "userId" text,
  "address" text,
  "what" text not null,
  "kind" text not null,
  "id" text not null,
  "detail" text,
  "detailSalt" text,
  "detailHash" text,
  "before" jsonb,
  "after" jsonb,
  "hash" text not null,
  check (("detail" is null) = ("detailSalt" is null))
);
create index "auditBySubject" on galla.audit ("kind", "id", "auditId");
create index "auditByWho" on galla.audit ("who", "auditId");
create index "auditWithDetail" on galla.audit ("atMs") where "detail" is not null;

create function galla."auditDetailHash"("salt" text, "detail" text) returns text language sql immutable as $$
  select encode(sha256(convert_to("salt" || "detail", 'UTF8')), 'hex')
$$;

create function galla."auditHash"("previous" text, "entry" galla.audit) returns text language sql stable as $$
  select encode(sha256(convert_to(json_build_array("previous", "entry"."auditId", "entry"."atMs", "entry"."who", "entry"."userId",
    "entry"."address", "entry"."what", "entry"."kind", "entry"."id", "entry"."detailHash", "entry"."before", "entry"."after")::text, 'UTF8')), 'hex')
$$;

-- Has no rows: it is locked by who adds an entry. Any role that may connect could take an advisory lock, and keep it.
create table galla.audit_lock ();

-- Numbers and hashes are made here, one entry at a time, so that they follow the order of the commits.
create function galla."chainAudit"() returns trigger language plpgsql as $$
declare
  "lastId" bigint;
  "lastHash" text;
begin
  lock table galla.audit_lock in exclusive mode;
  select "auditId", "hash" into "lastId", "lastHash" from galla.audit order by "auditId" desc limit 1;
  new."auditId" := coalesce("lastId", 0) + 1;
  -- An encrypted detail comes with the digest of what is encrypted.
  if new."detailHash" is null then
    new."detailSalt" := case when new."detail" is not null then gen_random_uuid()::text end;
    new."detailHash" := galla."auditDetailHash"(new."detailSalt", new."detail");
  end if;
  new."hash" := galla."auditHash"(coalesce("lastHash", ''), new);
  return new;
end $$;
create trigger "chainAudit" before insert on galla.audit for each row execute function galla."chainAudit"();

-- Whether who acts may still act, once no other entry can come before this one's: not as a user who was disabled or has another role by now,
-- in a session that was ended, nor with a key that was revoked. Users and keys are never deleted.
create function galla."mayStillAct"("userId" text, "role" text, "keyId" text, "sessionId" text) returns boolean language plpgsql as $$
begin
  lock table galla.audit_lock in exclusive mode;
  return not exists (select from galla.users u where u."userId" = $1 and $2 is not null and (u."role" <> $2 or u."disabledAtMs" is not null))
    and not exists (select from galla.api_keys k where k."keyId" = $3 and k."revokedAtMs" is not null)
    and ($4 is null or exists (select from galla.sessions s where s."sessionId" = $4));
end $$;

-- Erasure removes a detail with its salt, and another data key encrypts both. Nothing else of an entry ever changes.
create function galla."keepAuditEntry"() returns trigger language plpgsql as $$
declare
  "allowed" galla.audit := old;
begin
  if new."detail" is null then
    new."detailSalt" := null;
    "allowed"."detail" := null;
    "allowed"."detailSalt" := null;
  elsif old."detail" is not null and new."detail" like 'galla1:%' and new."detailSalt" like 'galla1:%' then
    "allowed"."detail" := new."detail";
    "allowed"."detailSalt" := new."detailSalt";
  end if;
  -- As text: for the comparison of JSON, 20000 and 20000.00 are the same, for the chain they are not.
  if new::text is distinct from "allowed"::text then
    raise exception 'UPDATE of galla.audit is refused: the audit log is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger "appendOnlyEntry" before update on galla.audit for each row execute function galla."keepAuditEntry"();
create trigger "appendOnly" before delete or truncate on galla.audit
  for each statement execute function galla."refuseChange"('the audit log is append-only');

-- Half an hour each, so that hours and days in Indian time are whole buckets. A bucket is counted again when one of its orders changes;
-- no transaction of a payment writes here.
create table galla.order_counts (
  "bucketMs" bigint not null,
  "paymentMode" text not null,
  "state" text not null,
  "paid" boolean not null,
  -- The failure code of failed orders, otherwise empty.
  "failure" text not null,
  "count" bigint not null,
  -- What was paid.
  "amount" bigint not null,
  -- Orders that the provider knows, and those with an attempt to pay.
  "opened" bigint not null,
  "attempted" bigint not null,
  -- Attempts that ended, and those that were paid.
  "attempts" bigint not null,
  "paidAttempts" bigint not null,
  primary key ("bucketMs", "paymentMode", "state", "paid", "failure")
);

create table galla.call_counts (
  "bucketMs" bigint not null,
  -- Rounded to two digits; -1 for calls without a duration.
  "tookMs" integer not null,
  "calls" bigint not null,
  "errors" bigint not null,
  primary key ("bucketMs", "tookMs")
);

-- Buckets before "filledToMs" are counted, with the changes before "changedToMs".
create table galla.roll_ups (
  "name" text primary key,
  "filledToMs" bigint not null,
  "changedToMs" bigint not null
);

-- Stores orders that are the first of their reference. Returns the ids that it stored.
create function galla."insertFirstOrders"("given" jsonb) returns setof text language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  "lockedIds" text[];
begin
  select array_agg(g."merchantOrderId") into "lockedIds"
    from jsonb_to_recordset("given") as g("merchantOrderId" text, "reference" text)
    where pg_try_advisory_xact_lock(hashtextextended(g."reference", 0));
  return query
  insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs",
      "expiresAtMs", "sentAtMs", "nextPollAtMs", "sendByMs", "mayNotImport", "startFingerprint")
    select g."merchantOrderId", g."reference", g."checkout", g."amount", 'CREATED', g."request", g."createdAtMs", g."createdAtMs",
      g."expiresAtMs", g."sentAtMs", g."nextPollAtMs", g."sendByMs", g."mayNotImport", g."startFingerprint"
    from jsonb_to_recordset("given") as g("merchantOrderId" text, "reference" text, "checkout" text, "amount" bigint, "request" jsonb,
      "createdAtMs" bigint, "expiresAtMs" bigint, "sentAtMs" bigint, "nextPollAtMs" bigint, "sendByMs" bigint, "mayNotImport" boolean,
      "startFingerprint" jsonb)
    where g."merchantOrderId" = any("lockedIds")
      and not exists (select from galla.orders o where o."reference" = g."reference")
    on conflict do nothing
    returning "merchantOrderId";
end $$;

-- Saves changes of orders that are still at the version from which the change was computed, and whose references have neither a paid
-- order nor a later one of another amount, and whose id at the provider, links to pay and attempts, in any state, are of no other order: then the change is
-- the one that would be computed now. With each order its captures, decision and events with their deliveries. Returns the ids that it saved, and whether they have deliveries.
create function galla."saveTransitions"("transitions" jsonb) returns table ("savedId" text, "hasDeliveries" boolean) language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  "lockedIds" text[];
begin
  select array_agg(t."merchantOrderId") into "lockedIds"
    from jsonb_to_recordset("transitions") as t("merchantOrderId" text, "reference" text)
    where pg_try_advisory_xact_lock(hashtextextended(t."reference", 0));
  return query
  with "given" as materialized (
    select t."merchantOrderId", t."version", t."nowMs", t."state", t."resolution", t."orderId", t."attempts", t."errorCode", t."detailedErrorCode", t."givenUp", t."needsReview", t."expiresAtMs", t."completedAtMs", t."transactionId", t."paymentMode", t."instrument", t."rail", t."utr", t."payerVpa", t."nextPollAtMs", t."opened", t."linkDigests", t."doublePaymentSeen", t."sentAtMs", t."sendByMs", t."unansweredPolls", t."rule", t."from", t."observations", t."events", t."captures" from jsonb_to_recordset("transitions") as t("merchantOrderId" text, "version" integer, "nowMs" bigint, "state" text, "resolution" text, "orderId" text, "attempts" jsonb, "errorCode" text, "detailedErrorCode" text, "givenUp" boolean, "needsReview" jsonb, "expiresAtMs" bigint, "completedAtMs" bigint, "transactionId" text, "paymentMode" text, "instrument" text, "rail" text, "utr" text, "payerVpa" text, "nextPollAtMs" bigint, "opened" jsonb, "linkDigests" jsonb, "doublePaymentSeen" boolean, "sentAtMs" bigint, "sendByMs" bigint, "unansweredPolls" integer, "rule" text, "from" text, "observations" jsonb, "events" jsonb, "captures" jsonb)
    where t."merchantOrderId" = any("lockedIds")),
  "saved" as (
    update galla.orders o set "state" = g."state", "resolution" = g."resolution", "orderId" = g."orderId", "attempts" = g."attempts",
      "errorCode" = g."errorCode", "detailedErrorCode" = g."detailedErrorCode", "givenUp" = g."givenUp", "needsReview" = g."needsReview", "expiresAtMs" = g."expiresAtMs",
      "completedAtMs" = g."completedAtMs", "transactionId" = g."transactionId", "paymentMode" = g."paymentMode", "instrument" = g."instrument",
      "rail" = g."rail", "utr" = g."utr", "payerVpa" = g."payerVpa", "updatedAtMs" = g."nowMs", "nextPollAtMs" = g."nextPollAtMs",
      "leasedUntil" = null, "opened" = coalesce(g."opened", o."opened"), "linkDigests" = coalesce(g."linkDigests", o."linkDigests"),
      "doublePaymentSeen" = g."doublePaymentSeen",
      "sentAtMs" = g."sentAtMs", "sendByMs" = g."sendByMs", "unansweredPolls" = g."unansweredPolls",
      "payFingerprint" = case when g."sentAtMs" is not null then o."payFingerprint" end, "version" = o."version" + 1
    from "given" g
    where o."merchantOrderId" = g."merchantOrderId" and o."version" = g."version" and not exists (
      select from galla.orders p where p."reference" = o."reference"
        and (p."resolution" = 'fulfil' or (p."amount" <> o."amount" and p."createdAtMs" > o."createdAtMs")))
      and not exists (
        select from galla.orders p where p."orderId" = g."orderId" and p."merchantOrderId" <> g."merchantOrderId")
      and not exists (
        select from galla.orders p where p."linkDigests" ->> 'redirectUrl' = g."linkDigests" ->> 'redirectUrl'
          and p."merchantOrderId" <> g."merchantOrderId")
      and not exists (
        select from galla.orders p where p."linkDigests" ->> 'intentUrl' = g."linkDigests" ->> 'intentUrl'
          and p."merchantOrderId" <> g."merchantOrderId")
      and not exists (
        select from galla.orders p where p."linkDigests" ->> 'qrData' = g."linkDigests" ->> 'qrData'
          and p."merchantOrderId" <> g."merchantOrderId")
      and not exists (
        select from jsonb_array_elements(g."attempts") a cross join lateral (
          select from galla.orders p where p."transactionId" = a ->> 'transactionId' and p."state" = 'COMPLETED'
            and p."merchantOrderId" <> g."merchantOrderId" limit 1) p)
      and not exists (
        select from jsonb_array_elements(g."attempts") a cross join lateral (
          select from galla.ledger l where l."transactionId" = a ->> 'transactionId'
            and l."merchantOrderId" <> g."merchantOrderId" limit 1) l)
    returning o."merchantOrderId"),
  "decided" as (
    insert into galla.decisions ("merchantOrderId", "atMs", "rule", "from", "to", "observations", "events")
    select g."merchantOrderId", g."nowMs", g."rule", g."from", g."state", g."observations",
      coalesce(jsonb_path_query_array(g."events", '$[*].eventId'), '[]')
    from "saved" s join "given" g using ("merchantOrderId")),
  "captured" as (
    insert into galla.ledger ("merchantOrderId", "atMs", "transferKey", "kind", "debitAccount", "creditAccount", "amount", "transactionId", "paidAtMs")
    select g."merchantOrderId", g."nowMs", c."transferKey", 'capture', 'payments', 'available', c."amount", c."transactionId", c."paidAtMs"
    from "saved" s join "given" g using ("merchantOrderId"),
      jsonb_to_recordset(g."captures") as c("transferKey" text, "amount" bigint, "transactionId" text, "paidAtMs" bigint)
    where g."captures" is not null
    on conflict ("transferKey") do nothing),
  "recorded" as (
    insert into galla.events ("eventId", "event", "merchantOrderId", "createdAtMs")
    select e."eventId", e."type", g."merchantOrderId", g."nowMs"
    from "saved" s join "given" g using ("merchantOrderId"), jsonb_to_recordset(g."events") as e("eventId" text, "type" text)
    where g."events" is not null
    on conflict do nothing
    returning "eventId", "event", "merchantOrderId", "createdAtMs"),
  "delivered" as (
    insert into galla.deliveries ("eventId", "subscriber", "event", "merchantOrderId", "createdAtMs", "nextAttemptAtMs")
    select r."eventId", s."subscriber", r."event", r."merchantOrderId", r."createdAtMs", r."createdAtMs"
    from "recorded" r join galla.subscriptions s on s."event" = r."event"
    returning "merchantOrderId")
  select s."merchantOrderId", exists (select from "delivered" d where d."merchantOrderId" = s."merchantOrderId") from "saved" s;
end $$;
