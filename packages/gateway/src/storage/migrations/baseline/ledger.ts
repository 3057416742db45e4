/** The append-only ledger, the balances that follow it, and the triggers that refuse to change either. */
export const ledger = `
-- The ledger. One row is one transfer between two accounts of an order: payments -> available -> held -> refunded. A balance is what
-- an account was credited less what it was debited; what was paid is available + held + refunded - overdrawn, where overdrawn is what left beyond
-- that. Rows are never changed.
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
  "refundKey" bigint references galla.refunds,
  "transactionId" text,
  "origin" text,
  constraint "accountsOfKind" check (("kind", "debitAccount", "creditAccount") in (
    ('capture', 'payments', 'available'), ('refund-hold', 'available', 'held'), ('refund-posted', 'held', 'refunded'),
    ('hold-released', 'held', 'available'), ('refund-reversed', 'refunded', 'held'),
    ('overdraft', 'overdrawn', 'available'), ('overdraft-returned', 'available', 'overdrawn'))),
  constraint "refundOfKind" check (("kind" = 'capture') = ("refundKey" is null))
);
create index "ledgerByOrder" on galla.ledger ("merchantOrderId");
create index "ledgerByRefund" on galla.ledger ("refundKey") where "refundKey" is not null;
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

-- What is booked of the payments of an order; see domain/orders/payments.ts.
create function galla."bookedAmount"("attempts" jsonb) returns bigint language sql immutable as $$
  select coalesce(sum((one ->> 'booked')::bigint), 0)::bigint from jsonb_array_elements("attempts") one
$$;
-- What an order has received by payments that the provider named, whether a person has seen them or not, and at least its amount.
create function galla."receivedAmount"("amount" bigint, "attempts" jsonb) returns bigint language sql immutable as $$
  select greatest("amount", (select sum((one ->> 'amount')::bigint)::bigint from jsonb_array_elements("attempts") one
    where one ->> 'state' = 'COMPLETED' and one ->> 'transactionId' not like 'unnamed:%'))
$$;

-- Whether the ledger has something else of a refund than its state says: its amount is held while it is open, refunded once it is completed, and
-- free once it has failed. In review it may hold what it may still take. Transfers are of the order of the refund.
create function galla."differsFromLedger"("key" bigint) returns boolean language sql stable as $$
  select exists (select from galla.refunds r cross join lateral (
      select coalesce(sum(case 'held' when l."creditAccount" then l."amount" when l."debitAccount" then -l."amount" else 0 end), 0) as "held",
        coalesce(sum(case 'refunded' when l."creditAccount" then l."amount" when l."debitAccount" then -l."amount" else 0 end), 0) as "refunded",
        coalesce(bool_or(l."merchantOrderId" <> r."merchantOrderId"), false) as "isOfAnother"
      from galla.ledger l where l."refundKey" = r."id") s
    where r."id" = "key" and (s."isOfAnother" or s."held" < 0
      or s."refunded" <> case r."state" when 'COMPLETED' then r."amount" else 0 end
      or r."needsReview" is null and s."held" <> case when r."state" in ('COMPLETED', 'FAILED') then 0 else r."amount" end))
$$;

-- Posts new transfers to the balances of their orders, whose checks refuse more than there is. A refund never moves more than it holds
-- and frees nothing before it has failed, unless it is in review, and takes of its own order only,
-- a refund is held without what came in only if its money has left and nothing else is there, and a capture never makes an order paid that is not, or paid with more than was received. A day is exported a minute after it is over:
-- what a process that was suspended, or a connection that stood still, posts with an older time is refused, and computed again.
create function galla."postToBalances"() returns trigger language plpgsql as $$
declare
  "unpaid" text;
  "isEarly" boolean;
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
      sum(case 'refunded' when "creditAccount" then "amount" when "debitAccount" then -"amount" else 0 end)::bigint as "refunded",
      sum(case 'overdrawn' when "debitAccount" then "amount" when "creditAccount" then -"amount" else 0 end)::bigint as "overdrawn",
      bool_or("kind" = 'refund-hold') as "holds"
    from "posted" group by 1),
  "changed" as (
    update galla.orders o set "availableAmount" = o."availableAmount" + n."available", "heldAmount" = o."heldAmount" + n."held",
      "refundedAmount" = o."refundedAmount" + n."refunded", "overdrawnAmount" = o."overdrawnAmount" + n."overdrawn", "updatedAtMs" = greatest(o."updatedAtMs", n."refundAtMs"),
      "version" = o."version" + case when n."refundAtMs" is null then 0 else 1 end
    from "net" n where o."merchantOrderId" = n."merchantOrderId"
    returning o."merchantOrderId", n."captured", o."state", o."amount", o."attempts",
      o."availableAmount" + o."heldAmount" + o."refundedAmount" - o."overdrawnAmount" as "total",
      n."overdrawn" > 0 and o."availableAmount" > 0 or n."holds" and n."overdrawn" = 0 and o."availableAmount" < o."overdrawnAmount" as "early")
  select min("merchantOrderId") filter (where "captured" and ("state" <> 'COMPLETED' or "total" > "amount") and "total" > galla."bookedAmount"("attempts")),
      coalesce(bool_or("early"), false) into "unpaid", "isEarly" from "changed";
  if "isEarly" or exists (select from "posted" p join galla.refunds r on r."id" = p."refundKey"
    where p."kind" = 'overdraft' and (r."state" = 'FAILED' or r."state" = 'REQUESTED' and not r."inDoubt"))
  then
    raise exception 'An overdraft is for a refund whose money has left, and only for what the order lacks' using errcode = 'check_violation';
  end if;
  if "unpaid" is not null then
    raise exception 'The capture exceeds what was paid for the order %', "unpaid" using errcode = 'check_violation';
  end if;
  -- One index lookup for each refund, however large the ledger is; a capture has none.
  if exists (
    select 1 from (select distinct "refundKey" from "posted" where "refundKey" is not null) p where galla."differsFromLedger"(p."refundKey"))
  then
    raise exception 'A refund moves more than it holds, or of another order, or frees what it still takes' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger "postToBalances" after insert on galla.ledger referencing new table as "posted"
  for each statement execute function galla."postToBalances"();

-- At the commit, because the transfers are posted after the refund is stored.
create function galla."refuseDifference"() returns trigger language plpgsql as $$
begin
  if galla."differsFromLedger"(new."id") then
    raise exception 'The ledger has something else of this refund than its state says: change refunds by the gateway only' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger "postedWhenStored" after insert on galla.refunds deferrable initially deferred
  for each row execute function galla."refuseDifference"();
create constraint trigger "postedWhenChanged" after update on galla.refunds deferrable initially deferred
  for each row when (old."state" <> new."state" or old."amount" <> new."amount" or (old."needsReview" is null) <> (new."needsReview" is null))
  execute function galla."refuseDifference"();

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
create trigger "balancesOfLedger" before update of "availableAmount", "heldAmount", "refundedAmount", "overdrawnAmount" on galla.orders
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
-- Both ids may become known later. One that is another row of a refund has none any more.
create trigger "idsOfRefund" before update of "merchantRefundId", "refundId", "id" on galla.refunds
  for each row when (old."id" <> new."id" or new."joinedTo" is null
    and (old."merchantRefundId" <> new."merchantRefundId" or old."refundId" <> new."refundId"
      or old."merchantRefundId" is not null and new."merchantRefundId" is null or old."refundId" is not null and new."refundId" is null))
  execute function galla."refuseChange"('the ids of a refund are fixed');
create trigger "startsEmpty" before insert on galla.orders
  for each row when (new."availableAmount" <> 0 or new."heldAmount" <> 0 or new."refundedAmount" <> 0 or new."overdrawnAmount" <> 0)
  execute function galla."refuseChange"('balances follow the ledger');
`
