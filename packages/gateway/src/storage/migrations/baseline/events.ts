/** Events, who subscribes to them, one delivery for each event and subscriber, and how each attempt ended. */
export const events = `
-- What happened, once. The id starts with the kind of its subject: an order and a refund may have the same id.
create table galla.events (
  "eventId" text primary key,
  "event" text not null,
  "merchantOrderId" text references galla.orders,
  "refundKey" bigint,
  "subscriptionId" text,
  "createdAtMs" bigint not null,
  "settlementId" text,
  "day" text,
  check ("eventId" like split_part("event", '.', 1) || ':%'),
  constraint "namesSubscription" check (("subscriptionId" is not null) = ("event" like 'subscription.%')),
  constraint "namesSettlement" check (("settlementId" is not null) = ("event" like 'settlement.%')),
  constraint "namesDay" check (("day" is not null) = ("event" like 'day.%')),
  constraint "namesOrder" check (("merchantOrderId" is null) = ("settlementId" is not null or "day" is not null))
);
create index "eventsBySubscription" on galla.events ("subscriptionId", "createdAtMs" desc, "eventId" desc) where "subscriptionId" is not null;

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
  -- Null: the event is about a settlement or a day.
  "merchantOrderId" text,
  "refundKey" bigint,
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

-- Queued by the statement that begins a handler, and run by whatever commits its transaction: only the gateway does, once the delivery is done.
create function galla."refuseOwnCommit"() returns trigger language plpgsql as $$
begin
  if exists (select from galla.deliveries where "deliveryId" = new."deliveryId" and "leaseToken" = new."leaseToken" and "state" = 'waiting') then
    raise exception 'tx is in a transaction already, which is committed after the handler returns: remove this statement, or name your constraints in set constraints';
  end if;
  return null;
end $$;
create constraint trigger "handledOnce" after update of "leaseToken" on galla.deliveries deferrable initially deferred
  for each row when (new."leaseToken" = old."leaseToken") execute function galla."refuseOwnCommit"();

-- How a claim of a delivery ended, once: the key is its fencing token. A claim whose process died has no row. "createdAtMs" is that of the
-- delivery: the error of a late attempt names the payer of an old order, and is erased with it.
create table galla.delivery_attempts (
  "leaseToken" bigint primary key,
  "deliveryId" text not null references galla.deliveries,
  "merchantOrderId" text,
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
`
