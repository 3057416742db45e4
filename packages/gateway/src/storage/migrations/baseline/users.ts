/** People who use the console, their sessions and invitations. */
export const users = `
create table galla.users (
  "userId" text primary key,
  "name" text not null check (length("name") between 1 and 100),
  "role" text not null check ("role" in ('viewer', 'support', 'developer', 'finance', 'admin')),
  "passwordHash" text,
  -- The first admin. Until it has a password of its own, the configured one opens it.
  "isFirst" boolean not null default false,
  "createdAtMs" bigint not null,
  "disabledAtMs" bigint,
  "lastLoginAtMs" bigint,
  -- Counts the times that all sessions of the user were ended: a login that began before counts no more.
  "loginEpoch" integer not null default 0,
  -- Keys of an authenticator app, encrypted: the one that counts, and one that is not confirmed yet.
  "totpSecret" text,
  "totpPending" text,
  -- Period of the last code that was used: that code, and earlier ones, are refused.
  "totpStep" bigint,
  -- The account of an OIDC provider that is linked to the user.
  "oidcIssuer" text,
  "oidcSubject" text,
  -- An empty id would be that of everybody whom the provider names none for.
  constraint "accountHasId" check ("oidcSubject" <> ''),
  constraint "wholeAccount" check (("oidcIssuer" is null) = ("oidcSubject" is null))
);
create unique index "oneUserPerAccount" on galla.users ("oidcIssuer", "oidcSubject");
create unique index "oneUserPerName" on galla.users (lower("name"));
-- A capital I and a 1 look like an l, a 0 like an o.
create unique index "oneUserPerLook" on galla.users (lower(translate("name", 'I10', 'llo')));
create unique index "oneFirstUser" on galla.users ("isFirst") where "isFirst";

-- Has no rows: it is locked by who changes a user.
create table galla.users_lock ();

-- Somebody can always manage the users: an enabled admin with a way to log in. One change at a time, so that two admins cannot
-- disable each other.
create function galla."keepAnAdmin"() returns trigger language plpgsql as $$
begin
  lock table galla.users_lock in exclusive mode;
  if not exists (select 1 from galla.users where "role" = 'admin' and "disabledAtMs" is null and ("passwordHash" is not null or "isFirst"))
  then
    raise exception 'The last admin who can log in stays one' using errcode = 'check_violation', constraint = 'keepAnAdmin';
  end if;
  return null;
end $$;
create trigger "keepAnAdmin" after update of "role", "passwordHash", "isFirst", "disabledAtMs" or delete on galla.users
  for each statement execute function galla."keepAnAdmin"();

-- Digests of codes that replace the app, once each.
create table galla.recovery_codes (
  "userId" text not null references galla.users on delete cascade,
  "digest" text not null,
  primary key ("userId", "digest")
);

-- Passkeys: public keys of authenticators that verify the person themselves.
create table galla.passkeys (
  "passkeyId" text primary key,
  -- As the authenticator names it, base64url.
  "credentialId" text not null unique,
  "userId" text not null references galla.users on delete cascade,
  "name" text not null check (length("name") between 1 and 60),
  -- Host name of the console for which it was made.
  "host" text not null,
  "publicKey" bytea not null,
  -- Of the authenticator: a copy of it that was used meanwhile shows. Always 0 where keys are synchronized.
  "counter" bigint not null,
  "transports" text[] not null,
  "createdAtMs" bigint not null,
  "lastUsedAtMs" bigint
);
create index "passkeysByUser" on galla.passkeys ("userId");

-- The open challenge of a session or a login, for one purpose. Each is taken once.
create table galla.passkey_challenges (
  "boundTo" text primary key,
  "challenge" text not null,
  "expiresAtMs" bigint not null
);

-- Links with which a user sets a password. One at a time of each user; only a digest of the token is stored.
create table galla.invitations (
  "digest" text primary key,
  "userId" text not null unique references galla.users on delete cascade,
  -- The person who made it; null: a program, or a command on the machine.
  "createdById" text references galla.users on delete cascade,
  "createdAtMs" bigint not null,
  "expiresAtMs" bigint not null
);

-- Who made links for a user, and when last. A link itself is deleted with its use.
create table galla.link_makers (
  "userId" text not null references galla.users on delete cascade,
  "madeById" text not null references galla.users on delete cascade,
  "madeAtMs" bigint not null,
  primary key ("userId", "madeById")
);

create table galla.sessions (
  "digest" text primary key,
  "sessionId" text not null unique,
  "userId" text not null references galla.users on delete cascade,
  "csrf" text not null,
  "createdAtMs" bigint not null,
  "usedAtMs" bigint not null,
  -- When the person last proved who they are: at first by the login. A replica that does not know of it has seen no proof.
  "provedAtMs" bigint not null default 0,
  "address" text,
  "browser" text,
  -- The session at the OpenID Connect provider in which the user signed in: it ends from there.
  "providerSid" text
);
create index "sessionsByUser" on galla.sessions ("userId");
create index "sessionsByProvider" on galla.sessions ("providerSid") where "providerSid" is not null;

-- States of sign-ins with a provider that were used, each good for one session; logout tokens, and the sessions at the provider that they ended. SHA-256.
create table galla.used_sign_ins (
  "digest" text primary key,
  "usedAtMs" bigint not null
);

-- Wrong passwords and codes, counted for all replicas, each for its window. "who" is a keyed digest of address or browser, and name.
create table galla.login_attempts (
  "who" text primary key,
  "count" integer not null,
  "startedAtMs" bigint not null,
  "windowMs" integer not null
);
`
