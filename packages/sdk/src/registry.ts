import { GallaError } from './errors/galla-error.ts'
import { realPorts } from './runtime.ts'

interface Entry {
  readonly credentials: string
  readonly client: unknown
}

/** The shared client of each kind in this process. Process-wide state, as the official API requires. */
const clients: Map<string, Entry> = new Map()

/** Options that later shared clients start from: the official API has no parameter for them. */
let defaults: object = {}

/** The message is that of the official package, so the way out is beside it. */
const RESTART =
  'A shared client keeps its first credentials: restart the process after a change of .env, and create a client of its own for a second merchant'

/**
 * One client of each kind in a process: the same for the same credentials.
 * @throws {GallaError} `re-initialize` when this kind exists with other credentials
 */
export function shareClient<Client>(kind: string, credentials: readonly unknown[], make: () => Client): Client {
  const requested = JSON.stringify(credentials.map(String))
  const known = clients.get(kind) ?? { credentials: requested, client: make() }
  if (known.credentials !== requested) {
    realPorts().warn(`${kind} exists with other credentials. ${RESTART}`)
    throw new GallaError({
      kind: 're-initialize',
      message: `Cannot re-initialize ${kind}. Please utilize the existing client object with required credentials`,
      outcome: 'not-sent',
      hint: RESTART,
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
