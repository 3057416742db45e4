/** Options for `new Pool(…)` and `new Client(…)` of `pg`. This type does not depend on the types of `pg`. */
export interface PostgresConnection {
  /** Absolute path of the folder that holds the unix socket. Only this user may enter the folder (mode 0700). */
  host: string
  /** Number in the name of the socket file (`.s.PGSQL.5432`). No TCP port is open. */
  port: number
  /** Name of the database superuser. The server asks for no password: only this user may enter the socket folder. */
  user: string
  /** Name of the database. */
  database: string
  /** Always false: otherwise, `PGSSLMODE` in the environment could request TLS on a unix socket. */
  ssl: false
}

/** Names the socket file `.s.PGSQL.5432`. Every server has its own socket folder, so the number never collides. */
export const PORT = 5432

export const connectionTo = (socketFolder: string): PostgresConnection => ({
  host: socketFolder,
  port: PORT,
  user: 'postgres',
  database: 'postgres',
  ssl: false,
})

/** Formats a connection as a `postgresql://` URL, for libraries and tools that accept only a URL. */
export function urlOf({ host, port, user, database }: PostgresConnection): string {
  const query = new URLSearchParams({ host, port: String(port), sslmode: 'disable' })
  return `postgresql://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?${query}`
}
