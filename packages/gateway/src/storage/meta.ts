import type { Queries } from './database.ts'

/** Whose data the database holds. */
export interface Owner {
  readonly environment: string
  readonly clientId: string
}

/**
 * Writes the owner into an empty database, or compares it: sandbox payments must never fulfil production orders.
 * @throws Error naming what differs.
 */
export async function claimDatabase(on: Queries, owner: Owner): Promise<void> {
  for (const [key, value] of Object.entries(owner)) {
    await on.query({
      text: `insert into galla.meta ("key", "value") values ($1, $2) on conflict do nothing`,
      values: [key, value],
    })
    const stored = await readMeta(on, key)
    if (stored === value) continue
    throw new Error(
      `This database belongs to ${key} ${JSON.stringify(stored)}, not to ${JSON.stringify(value)}. Give each environment and client a database of its own`,
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
