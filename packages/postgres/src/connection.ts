/** What `new Pool(…)` and `new Client(…)` of `pg` take. Written out, so that no type of the driver is part of our own. */
export interface PostgresConnection {
  /** The folder of the unix socket; only this user may enter it. */
  host: string
  /** Part of the socket's file name, and nothing else: no TCP port is open. */
  port: number
  user: string
  database: string
  /** Said aloud, because `PGSSLMODE` in the environment would otherwise ask a unix socket for TLS. */
  ssl: false
}

/** Names the socket file `.s.PGSQL.5432`. Every folder has its own socket folder, so the number never collides. */
export const PORT = 5432

export const connectionTo = (socketFolder: string): PostgresConnection => ({
  host: socketFolder,
  port: PORT,
  user: 'postgres',
  database: 'postgres',
  ssl: false,
})

/** The same address as one string, for libraries and tools that take nothing else. */
export function urlOf({ host, port, user, database }: PostgresConnection): string {
  const at = new URLSearchParams({ host, port: String(port), sslmode: 'disable' })
  return `postgresql://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?${at}`
}
