import { GatewayError } from '../errors.ts'
import type { Queries } from './database.ts'

/** The environment and client whose data the database holds. */
export interface Owner {
  readonly environment: string
  readonly clientId: string
}

/**
 * Stores the owner in an empty database, or compares it, so that sandbox payments never fulfil production orders.
 * @throws Error that names the difference.
 */
export async function claimDatabase(on: Queries, owner: Owner): Promise<void> {
  for (const [key, value] of Object.entries(owner)) {
    await on.query({
      text: `insert into galla.meta ("key", "value") values ($1, $2) on conflict do nothing`,
      values: [key, value],
    })
    const stored = await readMeta(on, key)
    if (stored === value) continue
    throw new GatewayError(
      'INVALID_OPTION',
      `This database belongs to ${key} ${JSON.stringify(stored)}, not to ${JSON.stringify(value)}. Use a separate database for each environment and client`,
      { field: key },
    )
  }
}

/** A named value that all replicas share. */
export async function readMeta(on: Queries, key: string): Promise<string | undefined> {
  const { rows } = await on.query<{ value: string }>({
    text: 'select "value" from galla.meta where "key" = $1',
    values: [key],
  })
  return rows[0]?.value
}

export async function saveMeta(on: Queries, key: string, value: string): Promise<void> {
  await on.query({
    text: 'insert into galla.meta ("key", "value") values ($1, $2) on conflict ("key") do update set "value" = excluded."value"',
    values: [key, value],
  })
}

/** Number of findings about settlements at the last hourly count. */
export const SETTLEMENT_FINDINGS_KEY = 'settlement findings'

/** The last health report of the provider, as JSON. */
export const PROVIDER_HEALTH_KEY = 'provider health'

/** Stores a value as JSON, unless the stored one is newer. */
export async function saveNewest(on: Queries, key: string, value: { readonly atMs: number }): Promise<void> {
  await on.query({
    text: `insert into galla.meta as m ("key", "value") values ($1, $2) on conflict ("key") do update set "value" = excluded."value"
      where (m."value"::jsonb ->> 'atMs')::bigint <= $3::bigint`,
    values: [key, JSON.stringify(value), value.atMs],
  })
}
