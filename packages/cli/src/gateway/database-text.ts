import { resolve } from 'node:path'

/** Where a database is, for a person: never its user, password or certificates. @param database GALLA_DATABASE, which was validated */
export function databaseText(database: string): string {
  if (!/^postgres(?:ql)?:/.test(database)) return `embedded PostgreSQL in ${resolve(database)}`
  // `postgres://user@/name?host=/folder` is not a valid URL without a host.
  const { host, pathname, searchParams } = new URL(
    database.replace('@/', '@localhost/').replace(':///', '://localhost/'),
  )
  const name = decodeURIComponent(pathname.slice(1))
  return `PostgreSQL at ${searchParams.get('host') ?? host}${name === '' ? '' : `, database ${name}`}`
}
