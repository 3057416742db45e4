/** Statements of the merchant's bank account, and of their lines those that may be about settlements. */
export const bankStatements = `
-- One row is an imported file. Its days say for which settlements a credit is expected.
create table galla.bank_statements (
  "statementId" bigint generated always as identity primary key,
  "name" text not null check (length("name") between 1 and 200),
  -- SHA-256 of the file, in hex: the same file again adds to the same row.
  "digest" text not null unique check ("digest" ~ '^[0-9a-f]{64}$'),
  "fromDay" text not null check ("fromDay" ~ '^\\d{4}-\\d{2}-\\d{2}$'),
  "toDay" text not null check ("toDay" ~ '^\\d{4}-\\d{2}-\\d{2}$'),
  "importedBy" text,
  "importedAtMs" bigint not null,
  constraint "daysInOrder" check ("fromDay" <= "toDay")
);

-- Lines that have the UTR of a settlement, the amount and the day of one, or the name of the provider. No narration is stored, and no other line.
-- Files may overlap: a line has a row for each file, and is counted once. The line is found in its file by its number.
create table galla.bank_statement_lines (
  "statementId" bigint not null references galla.bank_statements on delete cascade,
  "line" integer not null,
  "day" text not null check ("day" ~ '^\\d{4}-\\d{2}-\\d{2}$'),
  -- Paise; a debit is below zero.
  "amount" bigint not null check ("amount" <> 0),
  "references" text[] not null,
  "namesProvider" boolean not null,
  primary key ("statementId", "line")
);
`
