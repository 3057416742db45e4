import type { Queries } from '../database.ts'

/** Failed logins of an address or a browser since `startedAtMs`. */
export interface LoginAttempts {
  readonly count: number
  readonly startedAtMs: number
}

export interface LoginAttempt {
  /** Keyed digest of the address or browser. */
  readonly who: string
  readonly nowMs: number
  /** After this time a new count starts. Milliseconds. */
  readonly windowMs: number
}

/** Condition for a count that goes on. A count that begins later than a window from now was started while a clock was ahead. */
const GOES_ON = 'abs(a."startedAtMs" - $2) < a."windowMs"'

/**
 * Counts one more attempt and returns the new count, which is exact across replicas. Counts that ended are deleted, unless another attempt
 * counts them at this moment: two attempts that wait for each other's count would be a deadlock.
 */
export async function countLoginAttempt(on: Queries, { who, nowMs, windowMs }: LoginAttempt): Promise<LoginAttempts> {
  const { rows } = await on.query<LoginAttempts>({
    name: 'count-login-attempt',
    text: `with old as (delete from galla.login_attempts where "who" in (select "who" from galla.login_attempts
        where abs("startedAtMs" - $2) >= "windowMs" and "who" <> $1 for update skip locked))
      insert into galla.login_attempts as a ("who", "count", "startedAtMs", "windowMs") values ($1, 1, $2, $3)
      on conflict ("who") do update set "count" = case when ${GOES_ON} then a."count" + 1 else 1 end,
        "startedAtMs" = case when ${GOES_ON} then a."startedAtMs" else $2 end
      returning "count", "startedAtMs"`,
    values: [who, nowMs, windowMs],
  })
  return rows[0] ?? { count: 1, startedAtMs: nowMs }
}

/** After a correct password. */
export async function clearLoginAttempts(on: Queries, who: string): Promise<void> {
  await on.query({
    name: 'clear-login-attempts',
    text: 'delete from galla.login_attempts where "who" = $1',
    values: [who],
  })
}

/** Takes one attempt back: it was right, and only wrong ones count. */
export async function uncountLoginAttempt(on: Queries, who: string): Promise<void> {
  await on.query({
    name: 'uncount-login-attempt',
    text: 'update galla.login_attempts set "count" = "count" - 1 where "who" = $1 and "count" > 0',
    values: [who],
  })
}
