import * as ours from '@galla/sdk/compat'
import type { ClientKind } from './calls.ts'
import { type CompatApi, hostsAt, loadOfficial } from './official.ts'
import type { RecordingProvider, WireRequest } from './provider.ts'

/** One of the two packages, with one client. */
export interface Side {
  readonly name: 'official' | 'ours'
  readonly api: CompatApi
  readonly client: ours.StandardCheckoutClient | ours.CustomCheckoutClient
  close(): Promise<void>
}

export interface ClientSpec {
  kind: ClientKind
  environment?: `${ours.Env}`
  publish?: boolean
  options?: ours.CompatOptions
  credentials?: readonly [string, string, number]
}

const CREDENTIALS = ['demo-shop', 'secret & more=1', 1] as const

/** The same client of both packages. */
export function pair(provider: RecordingProvider, spec: ClientSpec): readonly [Side, Side] {
  return [officialSide(provider, spec), ourSide(provider, spec)]
}

/** With `api`, a second client in the same copy of the package. */
export function officialSide(
  { origin }: RecordingProvider,
  spec: ClientSpec,
  api: CompatApi = loadOfficial(origin),
): Side {
  return { name: 'official', api, client: instance(api, spec), close: async () => undefined }
}

export function ourSide({ origin }: RecordingProvider, spec: ClientSpec): Side {
  const options = { hosts: hostsAt(origin, spec.environment ?? 'SANDBOX'), ...spec.options }
  const client = instance(ours, spec, options)
  return { name: 'ours', api: ours, client, close: () => client.close() }
}

export function instance(api: CompatApi, spec: ClientSpec, options?: ours.CompatOptions): Side['client'] {
  const { kind, environment = 'SANDBOX', publish = false, credentials = CREDENTIALS } = spec
  const factory = kind === 'standard' ? api.StandardCheckoutClient : api.CustomCheckoutClient
  return factory.getInstance(...credentials, environment, publish, ...(options ? [options] : []))
}

/** The observations of the caller and the provider about one call. */
export interface Observation {
  readonly sequence: readonly string[]
  readonly wire: readonly WireRequest[]
  readonly outcome: Outcome
}

export type Outcome =
  | { readonly result: unknown; readonly class: string }
  | { readonly error: unknown; readonly classes: readonly string[]; readonly exception: object }

export async function observe(provider: RecordingProvider, call: () => unknown): Promise<Observation> {
  provider.take()
  const outcome = await outcomeOf(call)
  const wire = provider.take()
  return { sequence: wire.map(({ host, method, path }) => `${host} ${method} ${path}`), wire, outcome }
}

export async function outcomeOf(call: () => unknown): Promise<Outcome> {
  try {
    const result = await call()
    return { result: plain(result), class: (result as object | undefined)?.constructor.name ?? 'undefined' }
  } catch (error) {
    const { type, httpStatusCode, code, data, message } = error as ours.PhonePeException
    return {
      error,
      classes: classesOf(error),
      exception: plain({ type, httpStatusCode, code, data, message }) as object,
    }
  }
}

function classesOf(error: unknown): string[] {
  const names: string[] = []
  for (let at = Object.getPrototypeOf(error); at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(at.constructor.name)
  return names
}

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
