import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'

const require = createRequire(import.meta.url)
const FOLDER = join(dirname(require.resolve('@phonepe-pg/pg-sdk-node')), '..')

// Its dependencies are resolved from its own folder: the versions that it loads.
const requireThere = createRequire(join(FOLDER, 'package.json'))
const versionOf = (name) => `${name} ${requireThere(`${name}/package.json`).version}`

export const OFFICIAL = [
  `@phonepe-pg/pg-sdk-node ${requireThere('./package.json').version}`,
  versionOf('axios'),
  versionOf('class-transformer'),
].join(', ')

/**
 * A fresh copy of the official package whose four hosts are paths of `origin`.
 * Fresh, because it keeps clients, token and event queue in static fields. The hosts are one exported table that it reads
 * when it creates a client, so that none of its code is patched.
 */
export function loadOfficial(origin) {
  for (const file of Object.keys(require.cache)) if (file.startsWith(FOLDER + sep)) delete require.cache[file]
  const { BaseUrl } = require(join(FOLDER, 'dist/common/constants/BaseUrl.js'))
  for (const environment of Object.keys(BaseUrl)) {
    BaseUrl[environment] = {
      PG_HOST_URL: `${origin}/pg`,
      // In SANDBOX the card host is the ordinary one.
      PCI_PG_HOST_URL: `${origin}/${environment === 'PRODUCTION' ? 'cards' : 'pg'}`,
      OAUTH_HOST_URL: `${origin}/identity`,
      EVENTS_HOST_URL: `${origin}/events`,
    }
  }
  return require(FOLDER)
}

/** Builds a request as its users do: one setter a field. Setters are not chained, since one of them returns nothing. */
export function buildRequest(official, { builder: path, fields }) {
  const [className, factory] = path.split('.')
  const builder = factory ? official[className][factory]() : new official[className]()
  for (const [name, value] of Object.entries(fields)) builder[name](argumentOf(official, name, value))
  return builder.build()
}

function argumentOf(official, name, value) {
  if (name === 'metaInfo') return built(official.MetaInfo.builder(), value)
  if (name === 'prefillUserLoginDetails') return built(official.PrefillUserLoginDetails.builder(), value)
  if (name === 'constraints') return value.map((constraint) => built(official.AccountConstraint.builder(), constraint))
  return value
}

function built(builder, fields) {
  for (const [name, value] of Object.entries(fields)) builder[name](value)
  return builder.build()
}
