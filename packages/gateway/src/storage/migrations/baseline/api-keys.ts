/** Keys of the merchant API. The configured keys are not among them. */
export const apiKeys = `
create table galla.api_keys (
  "keyId" text primary key,
  "name" text not null check (length("name") between 1 and 100),
  -- The first characters of the key, to recognise it.
  "prefix" text not null,
  -- SHA-256 of the key, in hex.
  "digest" text not null unique check ("digest" ~ '^[0-9a-f]{64}$'),
  "scopes" text[] not null check (cardinality("scopes") > 0
    and "scopes" <@ array['read', 'orders', 'refunds', 'refunds:request', 'subscriptions', 'settlements', 'payers', 'holds', 'operations', 'metrics']),
  "callsPerSec" integer not null check ("callsPerSec" between 1 and 1000),
  -- Addresses and networks from which it is accepted; null: from everywhere.
  "allowedNetworks" text[] check (cardinality("allowedNetworks") > 0),
  "createdAtMs" bigint not null,
  "createdBy" text not null,
  "expiresAtMs" bigint check ("expiresAtMs" > "createdAtMs"),
  "lastUsedAtMs" bigint,
  "revokedAtMs" bigint
);
create unique index "oneApiKeyPerName" on galla.api_keys (lower("name")) where "revokedAtMs" is null;

-- A key is revoked for good, and never gets more than it was created with.
create function galla."keepApiKey"() returns trigger language plpgsql as $$
begin
  if old."revokedAtMs" is not null and new."revokedAtMs" is distinct from old."revokedAtMs"
    or new."digest" <> old."digest" or new."scopes" <> old."scopes" or new."expiresAtMs" is distinct from old."expiresAtMs"
    or new."allowedNetworks" is distinct from old."allowedNetworks"
  then
    raise exception 'A key is revoked for good and keeps its scopes, networks and expiry: create another one' using errcode = 'check_violation', constraint = 'keepApiKey';
  end if;
  return new;
end $$;
create trigger "keepApiKey" before update on galla.api_keys for each row execute function galla."keepApiKey"();
`
