import { GallaError } from './errors/galla-error.ts'

interface Entry {
  readonly credentials: string
  readonly client: unknown
}

/** The shared client of each kind in this process. Process-wide state, as the official API requires. */
const clients: Map<string, Entry> = new Map()

/** Options that later shared clients start from: the official API has no parameter for them. */
let defaults: object = {}

/**
 * One client of each kind in a process: the same for the same credentials.
 * @throws {GallaError} `re-initialize` when this kind exists with other credentials
 */
export function shareClient<Client>(kind: string, credentials: readonly unknown[], make: () => Client): Client {
  const requested = JSON.stringify(credentials.map(String))
  const known = clients.get(kind) ?? { credentials: requested, client: make() }
  if (known.credentials !== requested) {
    throw new GallaError({
      kind: 're-initialize',
      message: `Cannot re-initialize ${kind}. Please utilize the existing client object with required credentials`,
      outcome: 'not-sent',
    })
  }
  clients.set(kind, known)
  return known.client as Client
}

/** A closed client is no longer shared. */
export function forgetClient(kind: string, client: unknown): void {
  if (clients.get(kind)?.client === client) clients.delete(kind)
}

export function setDefaults(options: object): void {
  defaults = options
}

export function getDefaults(): object {
  return defaults
}
