/** Calls to the provider, which the console lists. */
export const consoleTables = `
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
`
