import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readyLine } from '@galla/http-server/ready-line'
import manifest from '../../package.json' with { type: 'json' }
import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { defined } from '../defined.ts'
import { databaseError, errorCodeOf } from '../gateway/database-errors.ts'
import { environmentError, type GatewayConfig, readGatewayEnvironment } from '../gateway/environment.ts'
import { CliError, type Command, EXIT, stopped, usageError } from '../io.ts'
import { progressOn } from '../output/progress.ts'

/** The commands below, imported when they run. */
const BELOW: { readonly [Name in keyof typeof COMMANDS.gateway.commands]: () => Promise<Command> } = {
  migrate: async () => (await import('./gateway-migrate.ts')).migrateGateway,
  'rotate-keys': async () => (await import('./gateway-rotate-keys.ts')).rotateGatewayKeys,
  restored: async () => (await import('./gateway-restored.ts')).markGatewayRestored,
  erase: async () => (await import('./gateway-erase.ts')).eraseGatewayPayer,
  keys: async () => (await import('./gateway-keys.ts')).gatewayKeys,
  audit: async () => auditLog,
  users: async () => (await import('./gateway-users.ts')).gatewayUsers,
}

const isBelow = (name: string): name is keyof typeof BELOW => Object.hasOwn(BELOW, name)

export const gateway: Command = async (args, io) => {
  const [first = '', ...rest] = args
  if (isBelow(first)) {
    const command = await BELOW[first]()
    return command(rest, io)
  }
  const { values, positionals } = readArguments(args, COMMANDS.gateway.options)
  rejectPositionals('gateway', positionals, 'configure it with environment variables')
  if (values.check) return (await import('./gateway-check.ts')).checkGateway(io, values.json === true)
  const { config, problems } = readGatewayEnvironment(io.env, (path) => readFileSync(path, 'utf8'))
  if (!config) throw environmentError(problems)
  if (config.environment === 'PRODUCTION' && io.env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw usageError(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, so anybody on the network path can pretend to be the provider and read the client secret: remove the variable, and name your own CA in NODE_EXTRA_CA_CERTS',
    )

  const { CONSOLE_PATH, MERCHANT_PATH, PAYMENTS_PATH, serveGateway } = await import('../gateway/server.ts')
  const { url, at, stop } = await serveGateway(config, io.err).catch((error: unknown) => {
    throw error instanceof CliError ? error : startError(error, config)
  })
  const consoleUrl =
    config.consolePassword === undefined ? undefined : consoleAddress(config.consoleUrl ?? url, `${CONSOLE_PATH}/`)
  const merchantUrl = config.merchant === undefined ? undefined : at(MERCHANT_PATH)
  if (values.json) {
    const addresses = { gateway: at(PAYMENTS_PATH), ...defined({ console: consoleUrl, merchant: merchantUrl }) }
    io.out(readyLine(addresses).trimEnd())
  } else {
    io.out(`Gateway listening on ${url}: ${config.environment}, client ${config.clientId}`)
    io.out(`  version       ${manifest.version}`)
    io.out(`  database      ${databaseText(config.database)}`)
    io.out(`  callbacks     ${at(`${PAYMENTS_PATH}/callbacks`)}`)
    io.out(`  console       ${consoleUrl ?? 'off; set GALLA_CONSOLE_PASSWORD'}`)
    io.out(`  merchant API  ${merchantUrl ?? 'off; set GALLA_MERCHANT_KEY'}`)
    io.out('\nPress Ctrl-C to stop. Running work is finished first.')
  }
  await stopped(io.stop)
  await stop()
  return EXIT.ok
}

/** `galla gateway audit [--after ID]`: the audit log as JSON lines, for a SIEM, with and without `--json`. */
const auditLog: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.gateway.commands.audit.options)
  rejectPositionals('gateway audit', positionals, 'it prints the entries after --after ID')
  const { withGateway } = await import('../gateway/open-gateway.ts')
  await withGateway(io, async ({ auditLines }) => {
    const progress = progressOn(io)
    let entries = 0
    for await (const line of auditLines(defined({ after: values.after }))) {
      io.out(line.trimEnd())
      entries += 1
      progress(() => `${entries} entries so far`)
    }
  })
  return EXIT.ok
}

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

/** With a public URL, the console answers under no other host name. An URL without a path has the path of the server. */
function consoleAddress(url: string, path: string): string {
  return new URL(url).pathname === '/' ? new URL(path, url).href : url
}

const LISTEN_ERRORS = new Set(['EACCES', 'EADDRNOTAVAIL', 'EADDRINUSE'])

/** One sentence about why the server did not start, with the variable to change where one is responsible. */
function startError(error: unknown, { host, port }: GatewayConfig): CliError {
  if (LISTEN_ERRORS.has(errorCodeOf(error)) || isLookupOf(host, error)) {
    const message = error instanceof Error ? error.message : String(error)
    return new CliError(`GALLA_HOST, GALLA_PORT: cannot listen on ${host}, port ${port}. ${message}`)
  }
  return databaseError(error)
}

function isLookupOf(host: string, error: unknown): boolean {
  const { syscall, hostname } = (error ?? {}) as { syscall?: unknown; hostname?: unknown }
  return syscall === 'getaddrinfo' && hostname === host
}
