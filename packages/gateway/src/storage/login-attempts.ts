import type { Queries } from './database.ts'

/** Failed logins of an address, or of all, since `startedAtMs`. */
export interface LoginAttempts {
  readonly count: number
  readonly startedAtMs: number
}

export interface LoginAttempt {
  /** Keyed digest of the address, or `all`. */
  readonly who: string
  readonly nowMs: number
  /** After this time a new count starts. Milliseconds. */
  readonly windowMs: number
}

export async function readLoginAttempts(on: Queries, { who, nowMs, windowMs }: LoginAttempt): Promise<LoginAttempts> {
  const { rows } = await on.query<LoginAttempts>({
    name: 'read-login-attempts',
    text: 'select "count", "startedAtMs" from galla.login_attempts where "who" = $1 and "startedAtMs" > $2',
    values: [who, nowMs - windowMs],
  })
  return rows[0] ?? { count: 0, startedAtMs: nowMs }
}

/** Counts one more attempt and returns the new count, which is exact across replicas. */
export async function countLoginAttempt(on: Queries, { who, nowMs, windowMs }: LoginAttempt): Promise<LoginAttempts> {
  const { rows } = await on.query<LoginAttempts>({
    name: 'count-login-attempt',
    text: `insert into galla.login_attempts as a ("who", "count", "startedAtMs") values ($1, 1, $2)
      on conflict ("who") do update set "count" = case when a."startedAtMs" > $3 then a."count" + 1 else 1 end,
        "startedAtMs" = case when a."startedAtMs" > $3 then a."startedAtMs" else $2 end
      returning "count", "startedAtMs"`,
    values: [who, nowMs, nowMs - windowMs],
  })
  return rows[0] ?? { count: 1, startedAtMs: nowMs }
}

/** After a correct password: clears the address's count and takes one attempt off the count of `all`. */
export async function clearLoginAttempts(on: Queries, who: string, all: string): Promise<void> {
  await on.query({
    name: 'clear-login-attempts',
    text: `with mine as (delete from galla.login_attempts where "who" = $1)
      update galla.login_attempts set "count" = greatest("count" - 1, 0) where "who" = $2`,
    values: [who, all],
  })
}
