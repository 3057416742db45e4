import type { DatabaseInspection } from '@galla/gateway'
import { leavesWithoutTls, sslModeOf, UNVERIFIED_MODES } from '@galla/http-server/database-url'
import { isServer } from './facts.ts'
import { count, fail, firstOf, type Group, ofConfig, ofContents, ofDatabase, pass, unknown, warning } from './item.ts'

const MAX_CLOCK_MS = 10_000
/** Least number of connections of one process, whatever the size of its pools. */
const MIN_CONNECTIONS = 4

function roleAnswer({ role, schema }: DatabaseInspection, isOwn: boolean, migrate: boolean) {
  return firstOf(
    isOwn ? pass('The embedded server has one role, behind a socket of this user') : undefined,
    role.forbidden.length > 0
      ? fail(`The role ${role.name} may not use ${role.forbidden.slice(0, 5).join(', ')} of the schema galla`)
      : undefined,
    migrate && schema.pendingSteps > 0 && !role.mayMigrate
      ? fail(`The role ${role.name} may not change the schema, which GALLA_MIGRATE=true needs`)
      : undefined,
    role.superuser
      ? warning(`The role ${role.name} is a superuser: it can read every database and turn every rule off`)
      : undefined,
    pass(
      `The role ${role.name} ${role.mayMigrate ? 'owns the schema' : 'may use the schema and not change it'} and is not a superuser`,
    ),
  )
}

function connectionsAnswer({ connections: { max, used, perProcess } }: DatabaseInspection) {
  const left = Math.max(max - used, 0)
  const sentence = `${left} of ${max} connections are left; a process uses up to ${perProcess}`
  return left < MIN_CONNECTIONS ? fail(sentence) : left < perProcess ? warning(sentence) : pass(sentence)
}

export const database: Group = {
  title: 'Database',
  items: [
    {
      code: 'database-opens',
      requirement: 'The database can be opened with `GALLA_DATABASE`',
      fix: 'Correct `GALLA_DATABASE`, start the server, and let this machine and role connect',
      page: 'deploy.md#tls-to-the-database',
      check: ofConfig((_, { database: found }) => {
        if (found.state === 'failed') return fail(found.reason)
        if (found.state === 'absent') return pass('The folder does not exist yet: the first start creates it')
        const { poolerProblem, version } = found.inspection
        return poolerProblem === undefined ? pass(`PostgreSQL ${version} answers`) : fail(poolerProblem)
      }),
    },
    {
      code: 'database-server',
      requirement: '`GALLA_DATABASE` is a separate PostgreSQL server, version 15 to 18',
      fix: 'Set `GALLA_DATABASE` to the URL of a PostgreSQL 15 to 18, and restore a dump of the folder into it',
      page: 'deploy.md',
      check: ofConfig(({ database: option, environment }, { database: found }) => {
        if (!isServer(option))
          return environment === 'PRODUCTION'
            ? warning('The database is embedded: the disk of this machine is the only copy, and one machine serves it')
            : pass('The database is embedded, which is enough for tests')
        if (found.state !== 'opened') return unknown('The database cannot be opened')
        const major = Math.floor(found.inspection.versionNumber / 10_000)
        if (major < 15) return fail(`PostgreSQL ${major} is too old`)
        return major > 18
          ? warning(`PostgreSQL ${major} was not tested with this release`)
          : pass(`PostgreSQL ${major}`)
      }),
    },
    {
      code: 'database-tls',
      requirement: 'The connection is encrypted and verified (`sslmode=verify-full`), or stays on this machine',
      fix: 'Add `sslmode=verify-full` to the URL, with `sslrootcert=<file of the CA>` for a CA of your own',
      page: 'deploy.md#tls-to-the-database',
      check: ofDatabase(({ transport }, { config }) => {
        if (transport === 'socket') return pass('It is a unix socket of this machine')
        if (transport === 'clear')
          return pass(
            leavesWithoutTls(config.database)
              ? 'It is not encrypted: GALLA_HOSTS_WITHOUT_TLS names the host'
              : 'It is not encrypted and does not leave this machine',
          )
        const mode = sslModeOf(config.database)
        if (mode === 'verify-full') return pass('It is encrypted, and certificate and host name are verified')
        return UNVERIFIED_MODES.has(mode)
          ? fail(
              `It is encrypted, but sslmode=${mode} does not verify the server: anybody on the network path can pretend to be the server`,
            )
          : warning(`sslmode=${mode} does not say that the host name is verified: other programs read it otherwise`)
      }),
    },
    {
      code: 'database-role',
      requirement: 'The database role may use the schema, and is not a superuser',
      fix: 'Let the role own the schema, or migrate as another role and grant this one usage of the schema galla, and select, insert, update and delete on its tables',
      page: 'deploy.md#tls-to-the-database',
      check: ofDatabase((found, { config }) => roleAnswer(found, !isServer(config.database), config.migrate)),
    },
    {
      code: 'database-schema',
      requirement: 'The schema belongs to this release',
      fix: 'Run `galla gateway migrate`, or deploy the release that the message names',
      page: 'upgrades.md',
      check: ofDatabase(({ schema, role }, { config }) => {
        if (schema.problem !== undefined) return fail(schema.problem)
        if (schema.pendingSteps === 0) return pass(`The schema has version ${schema.version}`)
        const sentence = `${count(schema.pendingSteps, 'step')} of the migration to version ${schema.needed} are pending`
        if (!config.migrate) return fail(`${sentence}, and GALLA_MIGRATE is false`)
        return role.mayMigrate ? warning(`${sentence}: the first start does it`) : fail(sentence)
      }),
    },
    {
      code: 'database-owner',
      requirement: 'The database belongs to this environment and client',
      fix: 'Use a separate database for each environment and client',
      page: 'gateway.md#options',
      check: ofContents(({ owner }, { config }) =>
        owner === undefined
          ? pass('The database belongs to no environment or client yet')
          : owner.environment === config.environment && owner.clientId === config.clientId
            ? pass('It belongs to this environment and client')
            : fail(`It belongs to another ${owner.environment === config.environment ? 'client' : 'environment'}`),
      ),
    },
    {
      code: 'database-takes-writes',
      requirement: 'The database accepts writes, and a commit survives a crash',
      fix: 'Connect to the primary, and set `fsync`, `full_page_writes` and `synchronous_commit` to on',
      page: 'high-availability.md',
      check: ofDatabase(({ takesWrites, durable }) =>
        firstOf(
          takesWrites ? undefined : fail('It is a standby, or read-only'),
          durable ? undefined : fail('fsync, full_page_writes or synchronous_commit is off: a crash loses payments'),
          pass('It takes writes, and a commit waits for the disk'),
        ),
      ),
    },
    {
      code: 'database-clock',
      requirement: 'The clocks of the database and of this machine agree',
      fix: 'Synchronize both machines by NTP',
      page: 'embedding.md#clocks',
      check: ofDatabase(({ clockAheadMs }) => {
        const seconds = Math.round(Math.abs(clockAheadMs) / 1_000)
        return Math.abs(clockAheadMs) <= MAX_CLOCK_MS
          ? pass('They agree to within ten seconds')
          : warning(`The database is ${seconds} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine`)
      }),
    },
    {
      code: 'database-time-zone',
      requirement: 'The time zone of the database is UTC',
      fix: "`alter role … set timezone = 'UTC'`; all times of the gateway are epoch milliseconds either way",
      page: 'embedding.md#clocks',
      check: ofDatabase(({ timeZone }) =>
        /^(?:Etc\/)?(?:UTC|GMT|Zulu)$/i.test(timeZone)
          ? pass('UTC')
          : warning(`${timeZone}: SQL of your own may show other days than the console`),
      ),
    },
    {
      code: 'database-connections',
      requirement: 'The database has enough connections for every replica',
      fix: 'Raise `max_connections` or the limit of the role, or run fewer processes',
      page: 'scaling.md',
      check: ofDatabase((found) => connectionsAnswer(found)),
    },
    {
      code: 'backups',
      requirement: 'A backup was restored into another database, as a test',
      fix: 'Restore a backup, run `galla gateway restored` if the backup is a copy or a snapshot, and open the copy with a gateway that has the same variables',
      page: 'deploy.md#backups',
      check: () => unknown('The command cannot know whether a backup exists and can be restored'),
    },
  ],
}
