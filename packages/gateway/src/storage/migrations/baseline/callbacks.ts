/** The inbox: each callback with its verdict, digest, lease and outcome. */
export const callbacks = `
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
`
