/** Wrong passwords, counted for all replicas together. Whoever guesses is known by a keyed digest of the address. */
export const up = `
create table galla.guesses (
  "who" text primary key,
  "count" integer not null,
  "startedAtMs" bigint not null
);
`
