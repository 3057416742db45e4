/** Refunds: their state, leases and indexes. */
export const refunds = `
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
  -- What the provider has said about it and nobody has agreed to.
  "disputed" jsonb,
  "needsReview" jsonb,
  -- Keys of findings that a person has accepted.
  "resolvedFindings" text[],
  "stateSinceMs" bigint,
  "eventCount" integer not null default 0,
  "refundId" text,
  "errorCode" text,
  "detailedErrorCode" text,
  "utr" text,
  "attempts" integer not null default 0,
  -- When the last request left, while it may still arrive: by the clock of this database.
  "underWaySinceMs" bigint,
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
  -- The provider refuses less. What somebody refunded elsewhere is stored as it is.
  constraint "smallestRefund" check ("amount" >= 100 or "origin" not in ('api', 'console')),
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
`
