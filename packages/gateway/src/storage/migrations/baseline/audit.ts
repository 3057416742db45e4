/**
 * The audit log. Each entry holds the hash of the one before, so that a changed, removed or inserted entry breaks the chain. The detail may
 * hold personal data: the chain has a salted digest of it, so that it can be erased, and encrypted with another data key, without breaking the
 * chain.
 */
export const auditTable = `
create table galla.audit (
  "auditId" bigint primary key,
  "atMs" bigint not null,
  "who" text not null,
  "userId" text,
  "address" text,
  "what" text not null,
  "kind" text not null,
  "id" text not null,
  "detail" text,
  "detailSalt" text,
  "detailHash" text,
  "before" jsonb,
  "after" jsonb,
  "hash" text not null,
  check (("detail" is null) = ("detailSalt" is null))
);
create index "auditBySubject" on galla.audit ("kind", "id", "auditId");
create index "auditByWho" on galla.audit ("who", "auditId");
create index "auditWithDetail" on galla.audit ("atMs") where "detail" is not null;

create function galla."auditDetailHash"("salt" text, "detail" text) returns text language sql immutable as $$
  select encode(sha256(convert_to("salt" || "detail", 'UTF8')), 'hex')
$$;

-- The text whose hash the entry has.
create function galla."auditText"("previous" text, "entry" galla.audit) returns text language sql stable as $$
  select json_build_array("previous", "entry"."auditId", "entry"."atMs", "entry"."who", "entry"."userId",
    "entry"."address", "entry"."what", "entry"."kind", "entry"."id", "entry"."detailHash", "entry"."before", "entry"."after")::text
$$;

create function galla."auditHash"("previous" text, "entry" galla.audit) returns text language sql stable as $$
  select encode(sha256(convert_to(galla."auditText"("previous", "entry"), 'UTF8')), 'hex')
$$;

-- Has no rows: it is locked by who adds an entry. Any role that may connect could take an advisory lock, and keep it.
create table galla.audit_lock ();

-- Numbers and hashes are made here, one entry at a time, so that they follow the order of the commits.
create function galla."chainAudit"() returns trigger language plpgsql as $$
declare
  "lastId" bigint;
  "lastHash" text;
begin
  lock table galla.audit_lock in exclusive mode;
  select "auditId", "hash" into "lastId", "lastHash" from galla.audit order by "auditId" desc limit 1;
  new."auditId" := coalesce("lastId", 0) + 1;
  -- An encrypted detail comes with the digest of what is encrypted.
  if new."detailHash" is null then
    new."detailSalt" := case when new."detail" is not null then gen_random_uuid()::text end;
    new."detailHash" := galla."auditDetailHash"(new."detailSalt", new."detail");
  end if;
  new."hash" := galla."auditHash"(coalesce("lastHash", ''), new);
  return new;
end $$;
create trigger "chainAudit" before insert on galla.audit for each row execute function galla."chainAudit"();

-- Whether who acts may still act, once no other entry can come before this one's: not as a user who was disabled or has another role by now,
-- in a session that was ended, nor with a key that was revoked. Users and keys are never deleted.
create function galla."mayStillAct"("userId" text, "role" text, "keyId" text, "sessionId" text) returns boolean language plpgsql as $$
begin
  lock table galla.audit_lock in exclusive mode;
  return not exists (select from galla.users u where u."userId" = $1 and $2 is not null and (u."role" <> $2 or u."disabledAtMs" is not null))
    and not exists (select from galla.api_keys k where k."keyId" = $3 and k."revokedAtMs" is not null)
    and ($4 is null or exists (select from galla.sessions s where s."sessionId" = $4));
end $$;

-- Erasure removes a detail with its salt, and another data key encrypts both. Nothing else of an entry ever changes.
create function galla."keepAuditEntry"() returns trigger language plpgsql as $$
declare
  "allowed" galla.audit := old;
begin
  if new."detail" is null then
    new."detailSalt" := null;
    "allowed"."detail" := null;
    "allowed"."detailSalt" := null;
  elsif old."detail" is not null and new."detail" like 'galla1:%' and new."detailSalt" like 'galla1:%' then
    "allowed"."detail" := new."detail";
    "allowed"."detailSalt" := new."detailSalt";
  end if;
  -- As text: for the comparison of JSON, 20000 and 20000.00 are the same, for the chain they are not.
  if new::text is distinct from "allowed"::text then
    raise exception 'UPDATE of galla.audit is refused: the audit log is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger "appendOnlyEntry" before update on galla.audit for each row execute function galla."keepAuditEntry"();
create trigger "appendOnly" before delete or truncate on galla.audit
  for each statement execute function galla."refuseChange"('the audit log is append-only');
`
