import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import type * as Ours from '@galla/sdk/compat'

const require = createRequire(import.meta.url)
const FOLDER = join(dirname(require.resolve('@phonepe-pg/pg-sdk-node')), '..')

/** The exports that both packages have. */
export type CompatApi = typeof Ours

/**
 * A fresh copy of the official package whose hosts are those of `origin`. Fresh, because the package keeps clients, token
 * and event queue in static fields. Its hosts are one exported table, read when a client is created.
 */
export function loadOfficial(origin: string, hosts: typeof hostsAt = hostsAt): CompatApi {
  for (const file of Object.keys(require.cache)) if (file.startsWith(FOLDER + sep)) delete require.cache[file]
  const { BaseUrl } = require(join(FOLDER, 'dist/common/constants/BaseUrl.js'))
  for (const environment of Object.keys(BaseUrl)) {
    const { pg, cards, identity, events } = hosts(origin, environment)
    BaseUrl[environment] = {
      PG_HOST_URL: pg,
      PCI_PG_HOST_URL: cards,
      OAUTH_HOST_URL: identity,
      EVENTS_HOST_URL: events,
    }
  }
  return require(FOLDER)
}

/** The same hosts for our package. In the provider's sandbox the card host equals the API host. */
export function hostsAt(origin: string, environment: string) {
  return {
    pg: `${origin}/pg`,
    cards: `${origin}/${cardsFolder(environment)}`,
    identity: `${origin}/identity`,
    events: `${origin}/events`,
  }
}

const cardsFolder = (environment: string) => (environment === 'PRODUCTION' ? 'cards' : 'pg')
