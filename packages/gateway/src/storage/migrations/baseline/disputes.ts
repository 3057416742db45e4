/** Disputes of payments, one row each: what the last event that counts says, and who has answered. */
export const disputes = `
create table galla.disputes (
  "disputeKey" text primary key,
  "disputeId" text,
  "merchantOrderId" text,
  "transactionId" text,
  "state" text not null check ("state" in ('CREATED', 'ACTION_REQUIRED', 'UNDER_REVIEW', 'WON', 'LOST')),
  "callbackId" bigint not null,
  "openedAtMs" bigint not null,
  "updatedAtMs" bigint not null,
  "answeredAtMs" bigint,
  "answeredBy" text,
  check (("answeredAtMs" is null) = ("answeredBy" is null))
);
create index "disputesByTime" on galla.disputes ("updatedAtMs" desc, "disputeKey" desc);
create index "disputesByOrder" on galla.disputes ("merchantOrderId");
create index "disputesToAnswer" on galla.disputes ("updatedAtMs" desc, "disputeKey" desc)
  where "state" in ('CREATED', 'ACTION_REQUIRED') and "answeredAtMs" is null;
`
