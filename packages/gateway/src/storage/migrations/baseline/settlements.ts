/** Settlements as the provider reports them, the rows of imported reports, and the closes of days. */
export const settlements = `
-- One row is a transfer of the provider to the merchant's bank, as it was reported last. What is not known to be paid out is read again.
create table galla.settlements (
  "settlementId" text primary key check (length("settlementId") between 1 and 200),
  "state" text not null check (length("state") between 1 and 100),
  "utr" text check (length("utr") between 1 and 200),
  "amount" bigint check ("amount" >= 0),
  "failure" text,
  -- The provider's time of the last change; null until a status is read.
  "updatedAtMs" bigint,
  "foundAtMs" bigint not null,
  -- When the provider reported it last.
  "reportedAtMs" bigint not null,
  "nextReadAtMs" bigint,
  -- The import that named the settlement; null once the provider has named it.
  "namedBy" bigint,
  -- Why the provider refuses to tell the status; null once a status is read.
  "refusal" text check (length("refusal") between 1 and 200),
  constraint "refusedIsReadAgain" check ("refusal" is null or "nextReadAtMs" is not null),
  constraint "readAgain" check ("nextReadAtMs" is not null or "state" = 'PROCESSED' and "amount" is not null),
  constraint "statusIsWhole" check (("updatedAtMs" is null) = ("amount" is null))
);
create index "settlementsByTime" on galla.settlements ("foundAtMs" desc, "settlementId" desc);
create index "settlementsByUtr" on galla.settlements ("utr") where "utr" is not null;
create index "settlementsNamedBy" on galla.settlements ("namedBy") where "namedBy" is not null;
create index "settlementsToRead" on galla.settlements ("nextReadAtMs") where "nextReadAtMs" is not null;

-- Money that settlements paid out, or that a later report took back: the amount of a processed settlement is the sum of its entries. Never changed.
create table galla.settlement_entries (
  "entryId" bigint generated always as identity primary key,
  "atMs" bigint not null,
  "settlementId" text not null references galla.settlements,
  "amount" bigint not null check ("amount" <> 0)
);
create index "settlementEntriesByTime" on galla.settlement_entries ("atMs");
create index "settlementEntriesOf" on galla.settlement_entries ("settlementId");

create table galla.settlement_reports (
  "reportId" bigint generated always as identity primary key,
  "name" text not null check (length("name") between 1 and 200),
  -- SHA-256 of the file, in hex.
  "digest" text not null check ("digest" ~ '^[0-9a-f]{64}$'),
  "importedBy" text,
  "importedAtMs" bigint not null,
  -- An import that is taken back has no rows. What closed days count of them is taken from the day of "undoneAtMs".
  "undoneAtMs" bigint,
  "undoneBy" text,
  "undoneFees" bigint not null default 0,
  "undoneTaxes" bigint not null default 0,
  "undoneDeductions" bigint not null default 0
);
alter table galla.settlements add foreign key ("namedBy") references galla.settlement_reports;
create index "settlementReportsUndone" on galla.settlement_reports ("undoneAtMs") where "undoneAtMs" is not null;

-- Rows of reports. The key is made of what a row says, so that a file, or two files that overlap, are stored once. Names of payers are not stored.
create table galla.settlement_lines (
  "lineKey" text primary key,
  "reportId" bigint not null references galla.settlement_reports,
  "atMs" bigint not null,
  "kind" text not null check ("kind" in ('payment', 'refund', 'deduction')),
  "type" text not null,
  "merchantOrderId" text,
  "transactionId" text,
  "amount" bigint not null,
  "fee" bigint not null,
  "tax" bigint not null,
  -- What the settlement pays for the row.
  "net" bigint not null generated always as ("amount" - "fee" - "tax") stored,
  "settlementId" text references galla.settlements,
  "utr" text,
  "settledOn" text,
  -- The later import that named the transfer of a row that had none: the transfer goes when that import is taken back.
  "namedBy" bigint references galla.settlement_reports,
  -- The later import named the day of the transfer, too.
  "dayIsNamed" boolean not null default false,
  constraint "signOfKind" check ("kind" = 'payment' and "amount" >= 0 or "kind" = 'refund' and "amount" <= 0 or "kind" = 'deduction'),
  constraint "orderOfKind" check (("kind" = 'deduction') = ("merchantOrderId" is null))
);
create index "settlementLinesOf" on galla.settlement_lines ("settlementId") where "settlementId" is not null;
create index "settlementLinesByOrder" on galla.settlement_lines ("merchantOrderId") where "merchantOrderId" is not null;
create index "settlementLinesByTime" on galla.settlement_lines ("atMs");
create index "settlementLinesNamedBy" on galla.settlement_lines ("namedBy") where "namedBy" is not null;
create index "settlementLinesUntied" on galla.settlement_lines ("utr") where "settlementId" is null;

-- A closed day in Indian time: what was posted to the ledger, and what became known of settlements, on that day. The trigger computes every figure, so
-- a close is whole or not there, and says what the tables say.
create table galla.day_closes (
  "number" bigint primary key,
  "day" text not null unique,
  "toMs" bigint not null unique,
  "closedAtMs" bigint not null,
  "payments" bigint not null,
  "captured" bigint not null,
  "refunds" bigint not null,
  "refunded" bigint not null,
  "settlements" bigint not null,
  "settled" bigint not null,
  "fees" bigint not null,
  "taxes" bigint not null,
  "deductions" bigint not null,
  -- Captured less refunded less settled, of this day and all before.
  "difference" bigint not null,
  "digest" text not null
);

-- What becomes known after the close of a day is an entry of a later day, also from a replica whose clock is behind. A close of a time to come was
-- made while the clock of the database was ahead: nothing is dated to that time.
create function galla."afterLastClose"() returns trigger language plpgsql as $$
declare
  "closedMs" bigint := (select max("toMs") from galla.day_closes);
begin
  if new."atMs" < "closedMs" then
    if "closedMs" > extract(epoch from clock_timestamp()) * 1000 then
      raise exception 'Days to come are closed: delete their closes from galla.day_closes' using errcode = 'serialization_failure';
    end if;
    new."atMs" := "closedMs";
  end if;
  return new;
end $$;
create trigger "afterLastClose" before insert on galla.settlement_entries for each row execute function galla."afterLastClose"();
create trigger "afterLastClose" before insert on galla.settlement_lines for each row execute function galla."afterLastClose"();
create trigger "afterLastClose" before insert on galla.ledger for each row execute function galla."afterLastClose"();

-- An older report never replaces a newer one, whichever arrives last.
create function galla."refuseOlderReport"() returns trigger language plpgsql as $$
begin
  if old."updatedAtMs" is not null and (new."updatedAtMs" is null or new."updatedAtMs" < old."updatedAtMs") then
    raise exception 'A report of settlement % that is older than the stored one is refused', new."settlementId" using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger "refuseOlderReport" before update of "updatedAtMs", "state", "amount" on galla.settlements
  for each row execute function galla."refuseOlderReport"();

-- Posts what a report changes of the money that is paid out.
create function galla."postSettlement"() returns trigger language plpgsql as $$
declare
  "change" bigint := case when new."state" = 'PROCESSED' then coalesce(new."amount", 0) else 0 end
    - coalesce((select sum("amount") from galla.settlement_entries where "settlementId" = new."settlementId"), 0);
begin
  if "change" <> 0 then
    insert into galla.settlement_entries ("atMs", "settlementId", "amount")
      values (new."reportedAtMs", new."settlementId", "change");
  end if;
  return null;
end $$;
create trigger "postSettlement" after insert or update of "state", "amount" on galla.settlements for each row execute function galla."postSettlement"();

create function galla."computeClose"() returns trigger language plpgsql as $$
declare
  "lastNumber" bigint;
  "lastToMs" bigint;
  "lastDifference" bigint;
  "lastDigest" text;
  "fromMs" bigint := extract(epoch from (new."day" || 'T00:00:00+05:30')::timestamptz)::bigint * 1000;
begin
  select "number", "toMs", "difference", "digest" into "lastNumber", "lastToMs", "lastDifference", "lastDigest"
    from galla.day_closes order by "number" desc limit 1;
  new."number" := coalesce("lastNumber", 0) + 1;
  new."toMs" := "fromMs" + 86400000;
  if "lastToMs" <> "fromMs" then
    raise exception 'The day after the last close is to be closed next, not %', new."day" using errcode = 'check_violation';
  end if;
  if new."closedAtMs" < new."toMs" then
    raise exception 'The day % is not over', new."day" using errcode = 'check_violation';
  end if;
  -- A close of a time to come would refuse every transfer until then.
  if new."toMs" > extract(epoch from clock_timestamp()) * 1000 then
    raise exception 'The day % is not over on the clock of the database', new."day" using errcode = 'check_violation';
  end if;
  -- The first close holds all before, too.
  if "lastNumber" is null then "fromMs" := 0; end if;
  select count(*) filter (where "kind" = 'capture'), coalesce(sum("amount") filter (where "kind" = 'capture'), 0),
      count(*) filter (where "kind" <> 'capture'), coalesce(sum(case "kind" when 'refund-posted' then "amount" when 'refund-reversed' then -"amount" end), 0)
    into new."payments", new."captured", new."refunds", new."refunded"
    from galla.ledger where "atMs" >= "fromMs" and "atMs" < new."toMs" and "kind" in ('capture', 'refund-posted', 'refund-reversed');
  select count(*), coalesce(sum("amount"), 0) into new."settlements", new."settled"
    from galla.settlement_entries where "atMs" >= "fromMs" and "atMs" < new."toMs";
  select coalesce(sum("fee"), 0), coalesce(sum("tax"), 0), coalesce(-sum("amount") filter (where "kind" = 'deduction'), 0)
    into new."fees", new."taxes", new."deductions"
    from galla.settlement_lines where "atMs" >= "fromMs" and "atMs" < new."toMs";
  select new."fees" - coalesce(sum("undoneFees"), 0), new."taxes" - coalesce(sum("undoneTaxes"), 0), new."deductions" - coalesce(sum("undoneDeductions"), 0)
    into new."fees", new."taxes", new."deductions"
    from galla.settlement_reports where "undoneAtMs" >= "fromMs" and "undoneAtMs" < new."toMs";
  new."difference" := coalesce("lastDifference", 0) + new."captured" - new."refunded" - new."settled";
  new."digest" := encode(sha256(convert_to(concat_ws('|', "lastDigest", new."number", new."day", new."payments", new."captured", new."refunds",
    new."refunded", new."settlements", new."settled", new."fees", new."taxes", new."deductions", new."difference"), 'UTF8')), 'hex');
  return new;
end $$;
create trigger "computeClose" before insert on galla.day_closes for each row execute function galla."computeClose"();

create trigger "neverChanged" before update or truncate on galla.day_closes
  for each statement execute function galla."refuseChange"('a close never changes: a correction is an entry of a later day');
-- A close of a day that is not over was made while the clock of the database was ahead, and can be deleted: transfers are refused until then.
create trigger "neverDeleted" before delete on galla.day_closes
  for each row when (old."toMs" <= extract(epoch from clock_timestamp()) * 1000)
  execute function galla."refuseChange"('a close never changes: a correction is an entry of a later day');
create trigger "appendOnly" before update or delete or truncate on galla.settlement_entries
  for each statement execute function galla."refuseChange"('entries of settlements are append-only');
create trigger "neverEmptied" before truncate on galla.settlements
  for each statement execute function galla."refuseChange"('settlements are kept');
-- One that only an import has named goes with the import.
create trigger "keptAsRecord" before delete on galla.settlements
  for each row when (old."updatedAtMs" is not null or old."state" <> 'UNKNOWN')
  execute function galla."refuseChange"('settlements are kept');
create trigger "linesAreKept" before update of "kind", "type", "merchantOrderId", "transactionId", "amount", "fee", "tax", "atMs" or truncate on galla.settlement_lines
  for each statement execute function galla."refuseChange"('rows of reports are kept as they were imported');
-- As long as the ledger: rows of an order go with its records, and rows of an import that is taken back with it.
create function galla."keepLine"() returns trigger language plpgsql as $$
begin
  if not exists (select from galla.settlement_reports where "reportId" = old."reportId" and "undoneAtMs" is not null) then
    raise exception 'DELETE of galla.settlement_lines is refused: rows of reports are kept for eight years' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger "keptAsRecord" before delete on galla.settlement_lines
  for each row when (old."atMs" > (extract(epoch from clock_timestamp()) - 2922 * 86400) * 1000)
  execute function galla."keepLine"();

-- Takes an import back, once. A close that is being made is awaited: it counts the rows, or does not see them.
create function galla."undoReport"() returns trigger language plpgsql as $$
declare
  "closedMs" bigint;
begin
  if old."undoneAtMs" is not null or new."undoneAtMs" is null then
    raise exception 'The import % is taken back already', old."reportId" using errcode = 'check_violation';
  end if;
  lock table galla.settlement_lines in row exclusive mode;
  select max("toMs") into "closedMs" from galla.day_closes;
  new."undoneAtMs" := greatest(new."undoneAtMs", "closedMs");
  select coalesce(sum("fee"), 0), coalesce(sum("tax"), 0), coalesce(-sum("amount") filter (where "kind" = 'deduction'), 0)
    into new."undoneFees", new."undoneTaxes", new."undoneDeductions"
    from galla.settlement_lines where "reportId" = old."reportId" and "atMs" < "closedMs";
  return new;
end $$;
create trigger "undoReport" before update of "undoneAtMs", "undoneFees", "undoneTaxes", "undoneDeductions" on galla.settlement_reports
  for each row execute function galla."undoReport"();
`
