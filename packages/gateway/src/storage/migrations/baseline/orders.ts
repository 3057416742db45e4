/** Orders: their state, leases and indexes, the decisions about them, legal holds and erasures. */
export const orders = `
create table galla.orders (
  "merchantOrderId" text primary key,
  "reference" text not null,
  "checkout" text not null,
  "amount" bigint not null check ("amount" > 0),
  "state" text not null check ("state" in ('CREATED', 'PENDING', 'FAILED', 'COMPLETED')),
  "resolution" text check ("resolution" in ('fulfil', 'late-refund', 'duplicate-refund')),
  "orderId" text,
  -- Statements of many orders read what they hold: a row of another shape would stop them all.
  "attempts" jsonb not null default '[]' constraint "attemptsAreObjects"
    check (jsonb_typeof("attempts") = 'array' and not jsonb_path_exists("attempts", 'strict $[*] ? (@.type() != "object")', '{}', true)),
  "errorCode" text,
  "detailedErrorCode" text,
  -- What became of the request that begins the payment. The last four are closed by the gateway, not by the provider.
  "opening" text not null default 'sent'
    check ("opening" in ('unsent', 'sending', 'unknown', 'sent', 'refused', 'cancelled', 'never-sent', 'never-opened')),
  -- What a person was asked, and has not answered.
  -- The null of JSON would count as a review, and name none.
  "needsReview" jsonb check ("needsReview" <> 'null'::jsonb),
  -- Keys of the findings that a person has resolved.
  "resolvedFindings" jsonb,
  "request" jsonb not null constraint "requestIsObject" check (jsonb_typeof("request") = 'object'),
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
  "overdrawnAmount" bigint not null default 0 check ("overdrawnAmount" >= 0),
  "createdAtMs" bigint not null,
  "updatedAtMs" bigint not null,
  "expiresAtMs" bigint,
  "completedAtMs" bigint,
  "sentAtMs" bigint,
  -- Set while the request that begins the payment is being sent; it never leaves later.
  "sendByMs" bigint,
  -- When the provider was last asked to send the payment link again: written before the request leaves, so that two clicks send one message.
  "remindedAtMs" bigint,
  -- The API key that started it may not import an order that the provider had before.
  "mayNotImport" boolean,
  -- Since when the provider has not said whether the payment was refunded automatically before.
  "erasedAtMs" bigint,
  "nextPollAtMs" bigint,
  -- Status checks in a row that the provider did not answer.
  "unansweredPolls" integer not null default 0,
  -- Keyed digests of the parameters of start and pay, by path; see domain/orders/fingerprint.ts.
  "startFingerprint" jsonb not null default '{}',
  "payFingerprint" jsonb,
  -- Keyed digests of the page, the link, the QR code and the token that the payer gets, by name; see domain/orders/fingerprint.ts.
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
create index "ordersOverdrawn" on galla.orders ("merchantOrderId") where "overdrawnAmount" > 0;
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
-- The expression of storage/orders/order-list.ts. Few codes are asked for, so completed orders pay nothing for it.
create index "ordersByFailure" on galla.orders (coalesce("detailedErrorCode", "errorCode", ''), "createdAtMs" desc, "merchantOrderId" desc)
  where "state" = 'FAILED';
-- The search finds the wider code too.
create index "ordersByErrorCode" on galla.orders ("errorCode", "createdAtMs" desc, "merchantOrderId" desc) where "state" = 'FAILED';
create index "ordersDue" on galla.orders ("nextPollAtMs") where "nextPollAtMs" is not null;
create index "ordersLeased" on galla.orders ("leaseToken") where "leasedUntil" is not null;
create index "ordersInReview" on galla.orders ("createdAtMs" desc) where "needsReview" is not null;
-- Orders that may owe money to the payer; storage/orders/order-list.ts.
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
create unique index "ordersByToken" on galla.orders (("linkDigests" ->> 'token')) where "linkDigests" ->> 'token' is not null;
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
  "observations" jsonb not null constraint "observationsAreObjects"
    check (jsonb_typeof("observations") = 'array' and not jsonb_path_exists("observations", 'strict $[*] ? (@.type() != "object")', '{}', true)),
  "events" jsonb not null constraint "eventsAreList" check (jsonb_typeof("events") = 'array')
);
create index "decisionsByOrder" on galla.decisions ("merchantOrderId", "decisionId");
`
