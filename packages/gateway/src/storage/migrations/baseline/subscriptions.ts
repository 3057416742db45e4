const STATES = `'CREATED', 'ACTIVE', 'PAST_DUE', 'PAUSED', 'HALTED', 'CANCELLED', 'COMPLETED', 'EXPIRED'`
const ENDED = `'CANCELLED', 'COMPLETED', 'EXPIRED'`
const FREQUENCIES = `'DAILY', 'WEEKLY', 'FORTNIGHTLY', 'MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'HALFYEARLY', 'YEARLY'`

/** Subscriptions of payers to plans: mandates, billing cycles, their debits, and each request to debit. Their orders are rows of `galla.orders`. */
export const subscriptions = `
-- Terms never change: another price is another plan.
create table galla.plans (
  "planId" text primary key,
  "name" text not null,
  "amount" bigint not null check ("amount" >= 100),
  "frequency" text not null check ("frequency" in (${FREQUENCIES})),
  "trialDays" integer not null check ("trialDays" >= 0),
  "cycles" integer check ("cycles" > 0),
  "createdAtMs" bigint not null,
  "archivedAtMs" bigint
);
create index "plansByTime" on galla.plans ("createdAtMs" desc, "planId" desc);

-- galla.subscriptions holds who gets which events.
create table galla.plan_subscriptions (
  "subscriptionId" text primary key check ("subscriptionId" ~ '^[A-Za-z0-9_-]{1,40}$'),
  "planId" text not null references galla.plans,
  "state" text not null check ("state" in (${STATES})),
  "haltedFor" text check ("haltedFor" in ('debits-failed', 'mandate-ended', 'mandate-expires', 'above-mandate')),
  "amount" bigint not null check ("amount" >= 100),
  "frequency" text not null check ("frequency" in (${FREQUENCIES})),
  "startsOn" text not null check ("startsOn" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  "cycles" integer check ("cycles" > 0),
  "pausedAtMs" bigint,
  "pausedBy" text check ("pausedBy" in ('merchant', 'payer')),
  "pauseUntilMs" bigint,
  "cancelAt" text check ("cancelAt" in ('now', 'cycle-end')),
  "cancelSinceMs" bigint,
  -- The mandate that is debited.
  "merchantSubscriptionId" text not null,
  -- Name, mail address and phone number, for messages.
  "payer" jsonb,
  -- Keyed digests of the parameters of start; see domain/orders/fingerprint.ts.
  "startFingerprint" jsonb not null,
  "createdAtMs" bigint not null,
  "updatedAtMs" bigint not null,
  "endedAtMs" bigint,
  "nextActionAtMs" bigint,
  -- Steps in a row that the provider did not answer.
  "unanswered" integer not null default 0,
  "leaseToken" bigint,
  "leasedUntil" timestamptz,
  "version" integer not null default 1,
  check (("state" = 'HALTED') = ("haltedFor" is not null)),
  check (("pausedAtMs" is null) = ("pausedBy" is null)),
  check (("cancelAt" is null) = ("cancelSinceMs" is null)),
  check (("state" in (${ENDED})) = ("endedAtMs" is not null))
);
-- Cycles begin together at midnight, so that a wave is due at the same time: with the key, a claim reads the rows that it takes.
create index "planSubscriptionsDue" on galla.plan_subscriptions ("nextActionAtMs", "subscriptionId") where "nextActionAtMs" is not null;
create index "planSubscriptionsLeased" on galla.plan_subscriptions ("leaseToken") where "leasedUntil" is not null;
create index "planSubscriptionsByTime" on galla.plan_subscriptions ("createdAtMs" desc, "subscriptionId" desc);
create index "planSubscriptionsByState" on galla.plan_subscriptions ("state", "createdAtMs" desc, "subscriptionId" desc);
create index "planSubscriptionsByPlan" on galla.plan_subscriptions ("planId", "createdAtMs" desc, "subscriptionId" desc);
create index "planSubscriptionsByIdStart" on galla.plan_subscriptions ("subscriptionId" text_pattern_ops);
create index "planSubscriptionsByIdEnd" on galla.plan_subscriptions (reverse("subscriptionId") text_pattern_ops);
create index "planSubscriptionsDunning" on galla.plan_subscriptions ("updatedAtMs" desc, "subscriptionId" desc) where "state" in ('PAST_DUE', 'HALTED');
-- The figures read the index alone.
create index "planSubscriptionsLive" on galla.plan_subscriptions ("planId", "state", "frequency", "startsOn", "amount") where "endedAtMs" is null;
create index "planSubscriptionsEnded" on galla.plan_subscriptions ("endedAtMs") where "endedAtMs" is not null;

create table galla.mandates (
  "merchantSubscriptionId" text primary key,
  "subscriptionId" text not null references galla.plan_subscriptions,
  "number" integer not null check ("number" > 0),
  -- The provider's id, OMS…, once the provider has stated it.
  "providerId" text,
  "setupOrderId" text not null,
  "state" text not null,
  "amountType" text not null check ("amountType" in ('FIXED', 'VARIABLE')),
  "maxAmount" bigint not null check ("maxAmount" > 0),
  "expiresAtMs" bigint,
  "setupEndsAtMs" bigint not null,
  "pausedAtMs" bigint,
  "pauseEndsAtMs" bigint,
  "checkedAtMs" bigint,
  -- News that callbacks brought, and how many of them the newest answer of the provider covers.
  "news" integer not null default 0,
  "newsSeen" integer not null default 0,
  unique ("subscriptionId", "number")
);
create index "mandatesBySetup" on galla.mandates ("setupOrderId");
create index "mandatesByIdStart" on galla.mandates ("merchantSubscriptionId" text_pattern_ops);
create index "mandatesByIdEnd" on galla.mandates (reverse("merchantSubscriptionId") text_pattern_ops);
create index "mandatesByProviderId" on galla.mandates ("providerId" text_pattern_ops) where "providerId" is not null;

create table galla.cycles (
  "subscriptionId" text not null references galla.plan_subscriptions,
  "number" integer not null check ("number" > 0),
  "amount" bigint not null check ("amount" >= 0),
  "isSkipped" boolean not null default false,
  -- The price of the rest of the cycle, after a change of the price with the difference for the rest; null: the price with which the cycle was opened.
  "proratedTo" bigint check ("proratedTo" > 0),
  -- What these changes cost (positive) or give back (negative).
  "difference" bigint not null default 0,
  "outcome" text check ("outcome" in ('PAID', 'FAILED', 'SKIPPED', 'MISSED', 'FREE')),
  "openedAtMs" bigint not null,
  "closedAtMs" bigint,
  primary key ("subscriptionId", "number"),
  check (("outcome" is null) = ("closedAtMs" is null))
);
create unique index "oneOpenCycle" on galla.cycles ("subscriptionId") where "outcome" is null;
create index "cyclesProrated" on galla.cycles ("subscriptionId", "number") where "proratedTo" is not null;
create function galla."keepOutcome"() returns trigger language plpgsql as $$
begin
  raise exception 'cycle % of % is closed: its price and outcome stay', old."number", old."subscriptionId";
end $$;
create trigger "closedOnce" before update of "subscriptionId", "number", "amount", "isSkipped", "outcome", "openedAtMs", "closedAtMs" on galla.cycles for each row when (old."outcome" is not null) execute function galla."keepOutcome"();

-- The part of the difference of a cycle that the bill of a later cycle contains. The part counts unless nobody pays that bill.
create table galla.taken_differences (
  "subscriptionId" text not null,
  "cycle" integer not null,
  "bill" integer not null,
  "amount" bigint not null check ("amount" <> 0),
  primary key ("subscriptionId", "bill", "cycle"),
  foreign key ("subscriptionId", "cycle") references galla.cycles,
  foreign key ("subscriptionId", "bill") references galla.cycles,
  check ("bill" > "cycle")
);

-- The orders that collect a cycle: debits, and the setup whose amount is the first bill.
create table galla.debits (
  "merchantOrderId" text primary key references galla.orders,
  "subscriptionId" text not null,
  "cycle" integer not null,
  "merchantSubscriptionId" text not null references galla.mandates,
  "notifiedAtMs" bigint,
  "validAfterMs" bigint,
  "validUntilMs" bigint,
  "checkedAtMs" bigint,
  "news" integer not null default 0,
  "newsSeen" integer not null default 0,
  foreign key ("subscriptionId", "cycle") references galla.cycles,
  unique ("merchantOrderId", "subscriptionId", "cycle")
);
create index "debitsByCycle" on galla.debits ("subscriptionId", "cycle");

-- Each request to debit, stored before it leaves. No two requests of a cycle are under way: whatever becomes of one, no other order of its
-- cycle can be debited before the provider has said that it failed.
create table galla.debit_tries (
  "merchantOrderId" text not null,
  "number" integer not null check ("number" between 1 and 4),
  "subscriptionId" text not null,
  "cycle" integer not null,
  "sentAtMs" bigint not null,
  "failedAtMs" bigint,
  primary key ("merchantOrderId", "number"),
  foreign key ("merchantOrderId", "subscriptionId", "cycle") references galla.debits ("merchantOrderId", "subscriptionId", "cycle")
);
create unique index "oneOpenTryPerCycle" on galla.debit_tries ("subscriptionId", "cycle") where "failedAtMs" is null;
create index "debitTriesFailed" on galla.debit_tries ("failedAtMs", "subscriptionId", "cycle") where "failedAtMs" is not null;

-- The next step of a subscription follows from its orders: it is due with the commit that changes one, or that ends a refund of one.
create function galla."wakeSubscription"() returns trigger language plpgsql as $$
begin
  update galla.plan_subscriptions set "nextActionAtMs" = new."updatedAtMs" where "subscriptionId" = split_part(new."reference", '/', 1);
  return null;
end $$;
create trigger "wakesSubscription" after update on galla.orders for each row
  when (new."checkout" in ('DEBIT', 'MANDATE', 'MANDATE_CHECK')
    and (old."state" <> new."state" or old."needsReview" is distinct from new."needsReview" or old."heldAmount" > new."heldAmount"))
  execute function galla."wakeSubscription"();
`
