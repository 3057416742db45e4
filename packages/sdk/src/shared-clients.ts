import { GallaError } from './errors/galla-error.ts'

interface Entry {
  readonly credentials: string
  readonly client: unknown
}

/** The shared client of each kind in this process. With the line below, the only state here that belongs to no instance. */
const clients: Map<string, Entry> = new Map()

/** What shared clients made from now on start from: the official API has no place for such settings. */
let defaults: object = {}

/**
 * The same client for the same credentials, wherever in the process it is asked for.
 * @throws GallaError kind `re-initialize` when this kind was made with other credentials.
 */
export function shareClient<Client>(kind: string, credentials: readonly unknown[], make: () => Client): Client {
  const asked = JSON.stringify(credentials.map(String))
  const known = clients.get(kind) ?? { credentials: asked, client: make() }
  if (known.credentials !== asked) {
    throw new GallaError({
      kind: 're-initialize',
      message: `Cannot re-initialize ${kind}. Please utilize the existing client object with required credentials`,
      outcome: 'not-sent',
    })
  }
  clients.set(kind, known)
  return known.client as Client
}

/** A closed client is nobody's shared client any more. */
export function forgetClient(kind: string, client: unknown): void {
  if (clients.get(kind)?.client === client) clients.delete(kind)
}

export function setDefaults(settings: object): void {
  defaults = settings
}

export function getDefaults(): object {
  return defaults
}
