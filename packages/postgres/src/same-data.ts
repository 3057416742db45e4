import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'

/**
 * Whether the server works on the very folder that we see. Its path does not tell: a copied folder carries the mark of
 * the other one's server, and one folder may have two paths. So we lay a word there, and ask the server to read it.
 */
export async function isSameData(client: Client, data: string): Promise<boolean> {
  const word = randomUUID()
  const name = `galla-${word}`
  const path = join(data, name)
  await writeFile(path, word)
  try {
    // The four-argument form is the one that PostgreSQL 15 has for "null when missing".
    const { rows } = await client.query<{ found: string | null }>('select pg_read_file($1, 0, 100, true) as found', [
      name,
    ])
    return rows[0]?.found === word
  } finally {
    await rm(path, { force: true })
  }
}
