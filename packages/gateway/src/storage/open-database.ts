import type { PoolConfig } from 'pg'

/** A folder (an embedded PostgreSQL), a `postgres://` address, or what `new Pool()` of `pg` takes. */
export type DatabaseOption = string | PoolConfig

export interface OpenedDatabase {
  readonly config: PoolConfig
  close(): Promise<void>
}

/** @throws Error with both ways out when the embedded PostgreSQL is wanted and not installed. */
export async function openDatabase(database: DatabaseOption): Promise<OpenedDatabase> {
  if (typeof database !== 'string') return { config: database, close: async () => {} }
  if (/^postgres(?:ql)?:\/\//.test(database)) {
    return { config: { connectionString: database }, close: async () => {} }
  }
  const { startPostgres } = await import('@galla/postgres').catch((cause: unknown) => {
    throw new Error(
      `database ${JSON.stringify(database)} is a folder, which needs the package @galla/postgres: install it, or give a postgres:// address`,
      { cause },
    )
  })
  const server = await startPostgres({ folder: database })
  return { config: server.connection, close: () => server.stop().then(() => undefined) }
}
