import { readArguments, readInteger, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { defined } from '../defined.ts'
import { type OpenGateway, withGateway } from '../gateway/open-gateway.ts'
import { type Command, EXIT, type Io, usageError } from '../io.ts'

type NewKey = Parameters<OpenGateway['apiKeys']['create']>[0]
type Key = Awaited<ReturnType<OpenGateway['apiKeys']['list']>>[number]

const DAY_MS = 86_400_000
/** A hundred years. */
const MAX_DAYS = 36_500

/** `galla gateway keys create|list|revoke`: keys of the merchant API that are stored in the database. */
export const gatewayKeys: Command = async ([action, ...args], io) => {
  const run = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!run) throw usageError(`gateway keys needs one of ${Object.keys(ACTIONS).join(', ')}`)
  return run(args, io)
}

const OPTIONS = COMMANDS.gateway.commands.keys.commands

async function create(args: string[], io: Io) {
  const { values, positionals } = readArguments(args, OPTIONS.create.options)
  const [name, ...others] = positionals
  if (name === undefined) throw usageError('gateway keys create needs the name of the program that uses the key')
  rejectPositionals('gateway keys create', others, 'put a name with spaces in quotation marks')
  const days = readInteger('--days', values.days, MAX_DAYS)
  const callsPerSec = readInteger('--calls-per-second', values['calls-per-second'], 1_000)
  const expiresAtMs = days === undefined ? undefined : io.nowMs() + days * DAY_MS
  // The gateway names the scope that it does not know.
  const scopes = (values.scopes ?? '').split(',').map((scope) => scope.trim()) as unknown as NewKey['scopes']
  const allowedNetworks = values.from?.split(',').map((network) => network.trim())
  const created = await withGateway(io, ({ apiKeys }) =>
    apiKeys.create({ name, scopes, ...defined({ expiresAtMs, callsPerSec, allowedNetworks }) }),
  )
  if (values.json) io.out(JSON.stringify(created))
  else {
    io.out(created.key)
    io.err(`${created.apiKey.keyId}: ${detailsOf(created.apiKey)}. The key is not shown again.`)
  }
  return EXIT.ok
}

async function list(args: string[], io: Io) {
  const { values, positionals } = readArguments(args, OPTIONS.list.options)
  rejectPositionals('gateway keys list', positionals, 'it lists all keys')
  const rows = await withGateway(io, ({ apiKeys }) => apiKeys.list())
  if (values.json) io.out(JSON.stringify({ rows }))
  else if (rows.length === 0) io.out('No key. Those of GALLA_MERCHANT_KEY are not listed.')
  else
    for (const row of rows)
      io.out(`${row.keyId}  ${row.prefix}…  ${row.state.padEnd(7)}  ${row.name}: ${detailsOf(row)}`)
  return EXIT.ok
}

async function revoke(args: string[], io: Io) {
  const { values, positionals } = readArguments(args, OPTIONS.revoke.options)
  const [keyId, ...others] = positionals
  if (keyId === undefined)
    throw usageError('gateway keys revoke needs the id of a key: galla gateway keys list shows them')
  rejectPositionals('gateway keys revoke', others, 'it revokes one key')
  const revoked = await withGateway(io, ({ apiKeys }) => apiKeys.revoke(keyId))
  io.out(values.json ? JSON.stringify(revoked) : `${revoked.name} (${revoked.prefix}…) is revoked.`)
  return EXIT.ok
}

const ACTIONS: { readonly [action: string]: Command } = { create, list, revoke } satisfies {
  readonly [Action in keyof typeof OPTIONS]: Command
}

function detailsOf({ scopes, callsPerSec, allowedNetworks, expiresAtMs, lastUsedAtMs }: Key): string {
  const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)
  const expiry = expiresAtMs === undefined ? 'never expires' : `expires ${dateOf(expiresAtMs)}`
  const use = lastUsedAtMs === undefined ? 'not used yet' : `last used ${dateOf(lastUsedAtMs)}`
  const from = allowedNetworks === undefined ? '' : `; from ${allowedNetworks.join(', ')}`
  return `${scopes.join(', ')}; ${callsPerSec} calls per second${from}; ${expiry}; ${use}`
}
