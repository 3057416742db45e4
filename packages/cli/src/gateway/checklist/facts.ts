import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ENDPOINTS, ENVIRONMENT_HOSTS } from '@galla/contract/provider/endpoints'
import type { DatabaseInspection } from '@galla/gateway'
import type { Io } from '../../io.ts'
import { explainDatabaseError } from '../database-errors.ts'
import type { GatewayConfig } from '../environment.ts'
import { loadGateway } from '../load-gateway.ts'

/** What the checklist is answered from. */
export interface Facts {
  /** Undefined while a variable is not valid. */
  readonly config: GatewayConfig | undefined
  /** What is wrong with the variables, without values of secrets. */
  readonly problems: readonly string[]
  /** `absent`: the folder of an embedded PostgreSQL that the first start creates. */
  readonly database:
    | { readonly state: 'opened'; readonly inspection: DatabaseInspection }
    | { readonly state: 'absent' }
    | { readonly state: 'failed'; readonly reason: string }
  /** How the provider answered a request for an access token. */
  readonly token: TokenAnswer | undefined
  /** Space of the disk with the embedded database, bytes; undefined for a server. */
  readonly freeBytes: number | undefined
  /** Version of Node: `22.12.0`. */
  readonly node: string
  /** Epoch milliseconds. */
  readonly nowMs: number
}

export type TokenAnswer = 'accepted' | 'refused' | 'failed' | 'unreachable'

const NO_DATABASE: Facts['database'] = { state: 'failed', reason: 'The variables are not valid' }

/** Collects the facts. Nothing is written, and of the provider only an access token is requested. */
export async function gatherFacts(
  io: Pick<Io, 'fetch' | 'nowMs'>,
  read: { readonly config?: GatewayConfig | undefined; readonly problems: readonly string[] },
): Promise<Facts> {
  const { config, problems } = read
  const node = process.versions.node
  const nowMs = io.nowMs()
  if (!config) {
    return { config, problems, node, nowMs, database: NO_DATABASE, token: undefined, freeBytes: undefined }
  }
  const [database, token, freeBytes] = await Promise.all([
    inspect(config.database),
    requestToken(io.fetch, config),
    isServer(config.database) ? undefined : freeSpace(config.database),
  ])
  return { config, problems, node, nowMs, database, token, freeBytes }
}

/** Whether the database is a server of its own, not the folder of an embedded one. */
export const isServer = (database: string): boolean => /^postgres(?:ql)?:\/\//.test(database)

async function inspect(database: string): Promise<Facts['database']> {
  try {
    const inspection = await (await loadGateway()).inspectDatabase(database)
    return inspection ? { state: 'opened', inspection } : { state: 'absent' }
  } catch (error) {
    return { state: 'failed', reason: explainDatabaseError(error) }
  }
}

const TOKEN_TIMEOUT_MS = 10_000

/** A token costs nothing and changes nothing. It is not used, and the reply, which may repeat the request, is not read. */
async function requestToken(fetch: Io['fetch'], config: GatewayConfig): Promise<TokenAnswer> {
  const { environment, providerUrl = ENVIRONMENT_HOSTS[environment].identity } = config
  const body = new URLSearchParams({
    client_id: config.clientId,
    client_version: config.clientVersion,
    client_secret: config.clientSecret,
    grant_type: 'client_credentials',
  })
  try {
    const {
      ok,
      status,
      body: reply,
    } = await fetch(`${providerUrl.replace(/\/+$/, '')}${ENDPOINTS.token.path}`, {
      ...{ method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await reply?.cancel()
    return ok ? 'accepted' : status === 400 || status === 401 || status === 403 ? 'refused' : 'failed'
  } catch {
    return 'unreachable'
  }
}

/** Of the nearest folder that exists. */
async function freeSpace(folder: string): Promise<number | undefined> {
  let path = resolve(folder)
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    return undefined
  }
}
