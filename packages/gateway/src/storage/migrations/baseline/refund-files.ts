/** Files of refunds to request, with a row for each refund. Deleted when they are old and no order of theirs is on hold: the refunds and the audit log stay. */
export const refundFiles = `
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
`
