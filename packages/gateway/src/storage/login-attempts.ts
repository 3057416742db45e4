import type { Queries } from './database.ts'

/** How often somebody has guessed, and since when. */
export interface LoginAttempts {
  readonly count: number
  readonly startedAtMs: number
}

export interface LoginAttempt {
  readonly who: string
  readonly nowMs: number
  /** After this a new count begins. */
  readonly windowMs: number
}

export async function readLoginAttempts(on: Queries, { who, nowMs, windowMs }: LoginAttempt): Promise<LoginAttempts> {
  const { rows } = await on.query<LoginAttempts>({
    name: 'read-guesses',
    text: 'select "count", "startedAtMs" from galla.guesses where "who" = $1 and "startedAtMs" > $2',
    values: [who, nowMs - windowMs],
  })
  return rows[0] ?? { count: 0, startedAtMs: nowMs }
}

/** One more; the count as it is then, whichever replica counts at the same moment. */
export async function countLoginAttempt(on: Queries, { who, nowMs, windowMs }: LoginAttempt): Promise<LoginAttempts> {
  const { rows } = await on.query<LoginAttempts>({
    name: 'count-guess',
    text: `insert into galla.guesses as g ("who", "count", "startedAtMs") values ($1, 1, $2)
      on conflict ("who") do update set "count" = case when g."startedAtMs" > $3 then g."count" + 1 else 1 end,
        "startedAtMs" = case when g."startedAtMs" > $3 then g."startedAtMs" else $2 end
      returning "count", "startedAtMs"`,
    values: [who, nowMs, nowMs - windowMs],
  })
  return rows[0] ?? { count: 1, startedAtMs: nowMs }
}

/** It was no guess: the password was right. */
export async function clearLoginAttempts(on: Queries, who: string, all: string): Promise<void> {
  await on.query({
    name: 'uncount-guess',
    text: `with mine as (delete from galla.guesses where "who" = $1)
      update galla.guesses set "count" = greatest("count" - 1, 0) where "who" = $2`,
    values: [who, all],
  })
}

export async function deleteLoginAttempts(on: Queries, beforeMs: number): Promise<void> {
  await on.query({
    name: 'forget-guesses',
    text: 'delete from galla.guesses where "startedAtMs" < $1',
    values: [beforeMs],
  })
}
