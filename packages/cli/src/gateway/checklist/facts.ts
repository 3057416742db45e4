import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ENDPOINTS, ENVIRONMENT_HOSTS } from '@galla/contract/provider/endpoints'
import type { DatabaseInspection } from '@galla/gateway'
import { socketFolderProblem } from '@galla/http-server/unix-socket'
import type { Io } from '../../io.ts'
import { explainDatabaseError } from '../database-errors.ts'
import { type GatewayConfig, type ReadEnvironment, withoutTlsAsAllowed } from '../environment.ts'
import { loadGateway } from '../load-gateway.ts'
import { routeThrough } from '../outgoing-proxy.ts'
import { type SampleCallback, sampleCallbacks } from './sample-callbacks.ts'

/** The facts that the checklist judges. */
export interface Facts {
  /** Undefined while a variable is not valid. */
  readonly config: GatewayConfig | undefined
  /** Faults of the variables, without values of secrets. */
  readonly problems: readonly string[]
  /** Oddities of the variables, which are used as they are. */
  readonly warnings: readonly string[]
  /** The answers to callbacks that are signed with each credential. */
  readonly samples: readonly SampleCallback[]
  /** `absent`: the folder of an embedded PostgreSQL that the first start creates. */
  readonly database:
    | { readonly state: 'opened'; readonly inspection: DatabaseInspection }
    | { readonly state: 'absent' }
    | { readonly state: 'failed'; readonly reason: string }
  /** The provider's answer to a request for an access token. */
  readonly token: TokenAnswer | undefined
  /** Space of the disk with the embedded database, bytes; undefined for a server. */
  readonly freeBytes: number | undefined
  /** Why another user could take the place of the Unix socket; undefined without one, and when none can. */
  readonly socketProblem: string | undefined
  /** False when `NODE_TLS_REJECT_UNAUTHORIZED=0` turns the check of every certificate off. */
  readonly verifiesTls: boolean
  /** Version of Node: `22.12.0`. */
  readonly node: string
  /** Epoch milliseconds. */
  readonly nowMs: number
}

export type TokenAnswer = 'accepted' | 'refused' | 'failed' | 'unreachable'

const NO_DATABASE: Facts['database'] = { state: 'failed', reason: 'The variables are not valid' }

/** Collects the facts. Nothing is written, and of the provider only an access token is requested. */
export async function gatherFacts(io: Pick<Io, 'env' | 'fetch' | 'nowMs'>, read: ReadEnvironment): Promise<Facts> {
  const { config, problems, warnings } = read
  const known = {
    ...{ config, problems, warnings, node: process.versions.node, nowMs: io.nowMs() },
    socketProblem: config?.socket === undefined ? undefined : socketFolderProblem(config.socket),
    verifiesTls: io.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
  }
  if (!config) return { ...known, database: NO_DATABASE, token: undefined, freeBytes: undefined, samples: [] }
  const [samples, database, token, freeBytes] = await Promise.all([
    sampleCallbacks(read.values, config.callbackCredentials),
    inspect(config.database),
    requestToken(io.fetch, config),
    isServer(config.database) ? undefined : freeSpace(config.database),
  ])
  return { ...known, samples, database, token, freeBytes }
}

/** True when the database is a server, not the folder of an embedded one. */
export const isServer = (database: string): boolean => /^postgres(?:ql)?:\/\//.test(database)

async function inspect(database: string): Promise<Facts['database']> {
  try {
    const inspection = await (await loadGateway()).inspectDatabase(withoutTlsAsAllowed(database))
    if (inspection) return { state: 'opened', inspection }
    const parent = nearestFolder(database)
    return (await mayCreateIn(parent))
      ? { state: 'absent' }
      : { state: 'failed', reason: `The folder of the database cannot be created in ${parent}` }
  } catch (error) {
    return { state: 'failed', reason: explainDatabaseError(error) }
  }
}

const TOKEN_TIMEOUT_MS = 10_000

/** A token costs nothing and changes nothing. It is not used, and the reply, which may repeat the request, is not read. */
async function requestToken(direct: Io['fetch'], config: GatewayConfig): Promise<TokenAnswer> {
  const { environment, providerUrl = ENVIRONMENT_HOSTS[environment].identity, outgoingProxy } = config
  const fetch = outgoingProxy === undefined ? direct : (await routeThrough(outgoingProxy)).fetch
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
      body: response,
    } = await fetch(`${providerUrl.replace(/\/+$/, '')}${ENDPOINTS.token.path}`, {
      ...{ method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await response?.cancel()
    return ok ? 'accepted' : status === 400 || status === 401 || status === 403 ? 'refused' : 'failed'
  } catch {
    return 'unreachable'
  }
}

/** The folder, or the nearest one above it that exists. */
function nearestFolder(folder: string): string {
  let path = resolve(folder)
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  return path
}

async function mayCreateIn(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function freeSpace(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(nearestFolder(folder))
    return bavail * bsize
  } catch {
    return undefined
  }
}
