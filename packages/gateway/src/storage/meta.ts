import type { Queries } from './database.ts'

/** Whose books these are. Sandbox money in the database of production would be goods given away. */
export interface Owner {
  readonly environment: string
  readonly clientId: string
}

/**
 * Writes the owner into empty books, or compares.
 * @throws Error naming what differs.
 */
export async function claimDatabase(on: Queries, owner: Owner): Promise<void> {
  for (const [key, value] of Object.entries(owner)) {
    await on.query({
      text: `insert into galla.meta ("key", "value") values ($1, $2) on conflict do nothing`,
      values: [key, value],
    })
    const { rows } = await on.query<{ value: string }>({
      text: `select "value" from galla.meta where "key" = $1`,
      values: [key],
    })
    const theirs = rows[0]?.value
    if (theirs === value) continue
    throw new Error(
      `This database holds the database of ${key} ${JSON.stringify(theirs)}, not of ${JSON.stringify(value)}. Give each environment and client a database of its own`,
    )
  }
}
