/** Counts behind the overview. They follow from other tables and hold no personal data; deleting old records leaves them as they are. */
export const rollUps = `
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
`
