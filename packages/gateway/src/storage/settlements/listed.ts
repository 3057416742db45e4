import type { Queries } from '../database.ts'
import { readMeta } from '../meta.ts'

/** The time of which the provider's list was read without a gap: each settlement of that time is known. Epoch milliseconds. */
export interface Listed {
  readonly fromMs: number
  readonly untilMs: number
}

const KEY = 'settlements listed'

/** Adds a time whose list was read. A time that does not follow the stored one replaces it. */
export async function saveListed(on: Queries, { fromMs, untilMs }: Listed): Promise<void> {
  await on.query({
    name: 'save-listed',
    text: `insert into galla.meta as m ("key", "value") values ($1, $2)
      on conflict ("key") do update set "value" = case when (m."value"::jsonb -> 'untilMs')::bigint < $3::bigint then excluded."value"
        else jsonb_build_object('fromMs', least((m."value"::jsonb -> 'fromMs')::bigint, $3::bigint), 'untilMs', $4::bigint)::text end`,
    values: [KEY, JSON.stringify({ fromMs, untilMs }), fromMs, untilMs],
  })
}

export async function readListed(on: Queries): Promise<Listed | undefined> {
  const value = await readMeta(on, KEY)
  return value === undefined ? undefined : (JSON.parse(value) as Listed)
}
