import type { Database, Queries } from './database.ts'

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
    throw new Error(
      `This database belongs to ${key} ${JSON.stringify(stored)}, not to ${JSON.stringify(value)}. Use a separate database for each environment and client`,
    )
  }
}

/**
 * Stores a check value of each data key by its id, or compares it: two replicas with other keys of one id could not read each other's values,
 * and each would take those of the other for changed.
 * @throws Error that names the id of a key with other bytes
 */
export async function checkDataKeys(database: Database): Promise<void> {
  const { checkValues } = database.dataKeys
  await database.transaction(async (tx) => {
    // Sorted: replicas that start together store them in one order.
    for (const id of [...checkValues.keys()].sort()) {
      const [key, value] = [`check of data key ${id}`, checkValues.get(id)]
      await tx.query({
        text: `insert into galla.meta ("key", "value") values ($1, $2) on conflict do nothing`,
        values: [key, value],
      })
      if ((await readMeta(tx, key)) === value) continue
      throw new Error(
        `This database was used with another data key with the id ${JSON.stringify(id)}. Configure dataKeys (GALLA_DATA_KEYS) with the same bytes as on the other replicas; give a new key an id of its own`,
      )
    }
  })
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
