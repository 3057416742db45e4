import type { HostName } from '@galla/contract/provider/endpoints'
import { durationField, invalid, objectField, textField } from './checks/fields.ts'
import { checkOwnParts } from './checks/own-parts.ts'
import type { Environment, GallaConfig, Retry } from './config.ts'
import { ENVIRONMENT_HOSTS } from './environments.ts'
import { parseBase } from './transport/base.ts'
import type { Base } from './transport/port.ts'

export const SDK_PLATFORM = 'BACKEND_NODE_SDK'
export const SDK_VERSION = '2.0.1'
const CALL_TIMEOUT_MS = 30_000

/** The complete, checked shape of what a caller may write; nobody behind this asks again. */
export interface Settings {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: string
  readonly environment: Environment
  readonly bases: { readonly [Host in HostName]: Base }
  readonly timeoutMs: number
  readonly attemptTimeoutMs: number
  readonly retry: RetryPolicy
  readonly retryUnauthorized: boolean
  readonly telemetry: boolean
  readonly platform: { readonly name: string; readonly version: string }
}

export interface RetryPolicy {
  readonly retries: number
  readonly baseMs: number
  readonly jitter: number
  /** The helper's rule knows no busy answers and repeats reads only. */
  readonly readsOnly: boolean
}

export function settle(config: GallaConfig, warn: (sentence: string) => void): Settings {
  if (typeof config !== 'object' || config === null)
    throw invalid('config', 'must be an object with clientId, clientSecret and clientVersion')
  checkOwnParts(config)
  const environment = environmentOf(config.environment, warn)
  const timeoutMs = durationField(config.timeoutMs, 'timeoutMs') ?? CALL_TIMEOUT_MS
  return Object.freeze({
    clientId: textField(config.clientId, 'clientId'),
    clientSecret: textField(config.clientSecret, 'clientSecret'),
    clientVersion: textField(
      typeof config.clientVersion === 'number' ? String(config.clientVersion) : config.clientVersion,
      'clientVersion',
    ),
    environment,
    bases: basesOf(environment, config.hosts),
    timeoutMs,
    attemptTimeoutMs: durationField(config.attemptTimeoutMs, 'attemptTimeoutMs') ?? Number.POSITIVE_INFINITY,
    retry: retryPolicy(config.retry ?? 'off'),
    retryUnauthorized: config.retryUnauthorized === true,
    telemetry: config.telemetry === true && environment === 'PRODUCTION',
    platform: {
      name: wordField(config.platform?.name ?? SDK_PLATFORM, 'platform.name'),
      version: wordField(config.platform?.version ?? SDK_VERSION, 'platform.version'),
    },
  })
}

/** Goes out as a header's value. */
function wordField(value: unknown, field: string): string {
  const word = textField(value, field)
  if (!/^[\x20-\x7e]+$/.test(word)) throw invalid(field, 'must be plain ASCII, on one line')
  return word
}

function environmentOf(name: string | undefined, warn: (sentence: string) => void): Environment {
  if (name === undefined || name === 'SANDBOX' || name === 'PRODUCTION') return name ?? 'SANDBOX'
  warn(`Unknown environment ${JSON.stringify(name)}: falling back to SANDBOX. Known are 'SANDBOX' and 'PRODUCTION'`)
  return 'SANDBOX'
}

function basesOf(environment: Environment, hosts: GallaConfig['hosts']): { [Host in HostName]: Base } {
  const defaults = ENVIRONMENT_HOSTS[environment]
  const own = typeof hosts === 'string' ? { pg: hosts, cards: hosts, identity: hosts, events: hosts } : (hosts ?? {})
  // A misspelt name would leave its calls at the provider's own address.
  for (const name of Object.keys(objectField(own, 'hosts')))
    if (!Object.hasOwn(defaults, name))
      throw invalid(`hosts.${name}`, `is not known: the names are ${Object.keys(defaults).join(', ')}`)
  // Whoever redirects payments and says nothing of cards means both: card data must not leave for another place.
  const named = { ...own, cards: own.cards ?? own.pg }
  const base = (host: HostName) =>
    parseBase(named[host] ?? defaults[host], typeof hosts === 'string' ? 'hosts' : `hosts.${host}`)
  return { pg: base('pg'), cards: base('cards'), identity: base('identity'), events: base('events') }
}

export function retryPolicy(retry: Retry): RetryPolicy {
  if (retry === 'off') return { retries: 0, baseMs: 0, jitter: 0, readsOnly: true }
  if (retry === 'helper') return { retries: 3, baseMs: 0, jitter: 0.2, readsOnly: true }
  if (typeof retry !== 'object' || retry === null)
    throw invalid('retry', "must be 'off', 'helper' or { retries, baseMs, jitter }")
  const { retries, baseMs = 0, jitter = 0.2 } = retry
  if (!Number.isInteger(retries) || retries < 0 || retries > 20)
    throw invalid('retry.retries', 'must be an integer from 0 to 20')
  if (!(baseMs >= 0 && baseMs <= 60_000)) throw invalid('retry.baseMs', 'must be milliseconds from 0 to 60000')
  if (!(jitter >= 0 && jitter <= 1)) throw invalid('retry.jitter', 'must be a share from 0 to 1')
  return { retries, baseMs, jitter, readsOnly: false }
}
