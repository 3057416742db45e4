import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@galla/postgres'
import { type Books, booksOn } from '../../src/storage/books.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openPool } from '../../src/storage/pool.ts'

export interface TestBooks {
  books: Books
  /** Empties every table. */
  clear(): Promise<void>
  end(): Promise<void>
}

/** Empty books on a real PostgreSQL of this test file's own. */
export async function freshBooks(): Promise<TestBooks> {
  const folder = await mkdtemp(join(tmpdir(), 'galla-books-'))
  const server = await startPostgres({ folder, durable: false, temporary: true })
  const pool = openPool({ ...server.connection, max: 6 }, () => {})
  await migrate(pool)
  const books = booksOn(pool)
  return {
    books,
    async clear() {
      const { rows } = await pool.query<{ name: string }>(
        `select format('galla.%I', tablename) as name from pg_tables where schemaname = 'galla' and tablename <> 'migrations'`,
      )
      await pool.query(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`)
    },
    async end() {
      await books.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
