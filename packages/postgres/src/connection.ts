/** Options for `new Pool(…)` and `new Client(…)` of `pg`. Declared here so that no type of the driver is part of this API. */
export interface PostgresConnection {
  /** Absolute path of the folder that holds the unix socket. Only this user may enter it (mode 0700). */
  host: string
  /** Part of the socket's file name (`.s.PGSQL.5432`). No TCP port is open. */
  port: number
  /** Name of the database superuser. There is no password: access to the socket folder is the permission. */
  user: string
  /** Name of the database. */
  database: string
  /** Explicit, because `PGSSLMODE` in the environment would otherwise request TLS on a unix socket. */
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
