import * as ours from '@galla/sdk/compat'
import type { ClientKind } from './calls.ts'
import { type Door, hostsAt, loadOfficial } from './official.ts'
import type { RecordingProvider, Wire } from './provider.ts'

/** One of the two packages with one client, ready for calls. */
export interface Side {
  readonly name: 'official' | 'ours'
  readonly door: Door
  readonly client: ours.StandardCheckoutClient | ours.CustomCheckoutClient
  end(): Promise<void>
}

export interface Wanted {
  kind: ClientKind
  environment?: ours.Env
  publish?: boolean
  options?: ours.CompatOptions
  credentials?: readonly [string, string, number]
}

const CREDENTIALS = ['tea-stall', 'secret & more=1', 1] as const

/** The same client of both packages, side by side. */
export function pair(provider: RecordingProvider, wanted: Wanted): readonly [Side, Side] {
  return [officialSide(provider, wanted), ourSide(provider, wanted)]
}

/** With a `door`, in the same copy of the package as whoever had it before: a second client of one process. */
export function officialSide({ origin }: RecordingProvider, wanted: Wanted, door: Door = loadOfficial(origin)): Side {
  return { name: 'official', door, client: instance(door, wanted), end: async () => undefined }
}

export function ourSide({ origin }: RecordingProvider, wanted: Wanted): Side {
  const options = { hosts: hostsAt(origin, wanted.environment ?? 'SANDBOX'), ...wanted.options }
  const client = instance(ours, wanted, options)
  return { name: 'ours', door: ours, client, end: () => client.close() }
}

export function instance(door: Door, wanted: Wanted, options?: ours.CompatOptions): Side['client'] {
  const { kind, environment = 'SANDBOX', publish = false, credentials = CREDENTIALS } = wanted
  const factory = kind === 'standard' ? door.StandardCheckoutClient : door.CustomCheckoutClient
  return factory.getInstance(...credentials, environment, publish, ...(options ? [options] : []))
}

/** All that a caller and the provider can see of one call. */
export interface Seen {
  readonly sequence: readonly string[]
  readonly wire: readonly Wire[]
  readonly outcome: Outcome
}

export type Outcome =
  | { readonly answered: unknown; readonly class: string }
  | { readonly raised: unknown; readonly classes: readonly string[]; readonly facts: object }

export async function see(provider: RecordingProvider, call: () => unknown): Promise<Seen> {
  provider.take()
  const outcome = await outcomeOf(call)
  const wire = provider.take()
  return { sequence: wire.map(({ host, method, path }) => `${host} ${method} ${path}`), wire, outcome }
}

export async function outcomeOf(call: () => unknown): Promise<Outcome> {
  try {
    const answered = await call()
    return { answered: plain(answered), class: (answered as object | undefined)?.constructor.name ?? 'nothing' }
  } catch (error) {
    const { type, httpStatusCode, code, data, message } = error as ours.PhonePeException
    return {
      raised: error,
      classes: classesOf(error),
      facts: plain({ type, httpStatusCode, code, data, message }) as object,
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
