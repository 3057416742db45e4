import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentOfUrl } from '@galla/contract/hosts-without-tls'
import { ENVIRONMENT_HOSTS } from '@galla/contract/provider/endpoints'
import type { DatabaseInspection } from '@galla/gateway'
import { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { runChecklist } from '../src/gateway/checklist/checklist.ts'
import { readGatewayEnvironment } from '../src/gateway/environment.ts'
import { GATEWAY_VARIABLES } from '../src/gateway/variables/gateway-variables.ts'
import { PRODUCTION } from './gateway-variables.ts'
import { SETTINGS_OF_ACCESS } from './protecting-access.ts'
import { COLUMNS, type Column, type Outcome, SETTINGS_OF_DATA, type Variables } from './protecting-settings.ts'
import { runCli } from './run-cli.ts'

const PAGE = join(import.meta.dirname, '../../../docs/security-configuration.md')

interface Case {
  readonly setting: string
  readonly column: Column
  readonly set: Variables
  readonly outcome: Outcome
}

const INSPECTION: DatabaseInspection = {
  ...{ version: '18.1', versionNumber: 180_001, transport: 'tls', clockAheadMs: 0, timeZone: 'UTC' },
  ...{ takesWrites: true, durable: true },
  role: { name: 'galla', superuser: false, mayMigrate: true, forbidden: [] },
  connections: { max: 97, used: 20, perProcess: 16 },
  schema: { version: 1, needed: 1, pendingSteps: 0 },
}

const read = (set: Variables) =>
  readGatewayEnvironment({ ...PRODUCTION, ...set }, (path) => {
    if (path === '/empty') return ''
    throw new Error(path)
  })

/** Codes of the lines of `--check` that warn or fail. */
function warnedBy(set: Variables): string[] {
  const groups = runChecklist({
    ...read(set),
    config: read(set).config,
    samples: [],
    database: { state: 'opened', inspection: INSPECTION },
    token: 'accepted',
    freeBytes: undefined,
    socketProblem: undefined,
    verifiesTls: set.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
    node: '24.4.0',
    nowMs: Date.UTC(2026, 10, 23),
  })
  return groups.flatMap(({ results }) =>
    results.flatMap(({ status, code }) => (status === 'warning' || status === 'fail' ? [code] : [])),
  )
}

const rows = [...SETTINGS_OF_DATA, ...SETTINGS_OF_ACCESS]

const cases: readonly Case[] = rows.flatMap(([setting, columns]) =>
  COLUMNS.flatMap((column) => (columns[column] ?? []).map(([set, outcome]) => ({ setting, column, set, outcome }))),
)

const namesOf = (set: Variables): string =>
  Object.entries(set)
    .map(([name, value]) => `${name}=${value ?? '(not set)'}`)
    .join(' ') || 'nothing set'

describe('a setting of the gateway that protects', () => {
  it.each(cases.map((one) => [one.setting, one.column, namesOf(one.set), one] as const))(
    '%s, %s: %s',
    (_setting, _column, _set, { set, outcome }) => {
      const { problems, config } = read(set)
      if ('refused' in outcome) {
        expect(problems).toContainEqual(expect.stringMatching(outcome.refused))
        return
      }
      expect(problems).toEqual([])
      if ('warned' in outcome) expect(warnedBy(set)).toContain(outcome.warned)
      else if ('closed' in outcome) expect(config?.[outcome.closed]).toBeUndefined()
      else expect(config).toEqual({ ...config, ...outcome.default })
    },
  )
})

/** The rows of the table on the page: setting, and the first word of each cell. */
function tableOfPage() {
  const lines = readFileSync(PAGE, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, first = '', , ...cells] = line.split('|').map((cell) => cell.trim())
    const setting = /^`([A-Z_]+)`$/.exec(first)?.[1]
    const words = cells.slice(0, COLUMNS.length).map((cell) => /^\*\*([a-z]+)\*\*/.exec(cell)?.[1])
    return setting === undefined ? [] : [{ setting, words }]
  })
}

describe('the page about settings that protect', () => {
  it('says of each setting what happens here', () => {
    const ofCases = rows.map(([setting, columns]) => ({
      setting,
      words: COLUMNS.map((column) => {
        const words = (columns[column] ?? []).map(([, outcome]) => Object.keys(outcome)[0])
        // A cell begins with the word of the first case.
        return words[0]
      }),
    }))
    expect(tableOfPage()).toEqual(ofCases)
  })

  it('has each secret, beside the second one of a kind', () => {
    const settings = rows.map(([setting]) => setting)
    const secrets = GATEWAY_VARIABLES.flatMap(({ name, secret }) => (secret ? [name.replace(/_2$/, '')] : []))
    const covered = [...settings, 'GALLA_OIDC_CLIENT_SECRET']
    expect([...new Set(secrets)].filter((name) => !covered.includes(name))).toEqual([])
  })
})

describe('the name of a secret', () => {
  const SECRETS = GATEWAY_VARIABLES.flatMap(({ name, secret }) => (secret ? [name] : []))

  it.each(SECRETS)('%s is refused with a letter missing, in lower case, and with another prefix', (name) => {
    const near = [
      name.slice(0, -1),
      name.toLowerCase(),
      name.replace('GALLA_', 'GALA_'),
      name.replace('GALLA_', 'GALLA-'),
    ]
    for (const wrong of near)
      expect(read({ [wrong]: 'x' }).problems).toContainEqual(
        expect.stringMatching(new RegExp(`^${wrong} is not a known variable: `)),
      )
  })
})

it('a start in PRODUCTION without the check of certificates is refused', async () => {
  const env = { ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const { code, err } = await runCli(['gateway'], { env })
  expect(code).not.toBe(0)
  expect(err).toContain('NODE_TLS_REJECT_UNAUTHORIZED')
})

it.each([
  ['PRODUCTION', 'https://api-preprod.phonepe.com/apis/pg-sandbox'],
  ['SANDBOX', 'https://api.phonepe.com/apis/pg'],
  ['SANDBOX', 'https://cards.phonepe.com/apis/pg'],
] as const)('a client of %s refuses %s, a host of the other environment', (environment, url) => {
  const config = { clientId: 'a', clientSecret: 'b', clientVersion: 1, environment }
  expect(() => new Galla({ ...config, hosts: url })).toThrow(/hosts is an address of/)
  expect(() => new Galla({ ...config, hosts: { pg: url } })).toThrow(/hosts\.pg is an address of/)
})

it('knows every host of the provider by its environment, and no other host', () => {
  for (const environment of ['PRODUCTION', 'SANDBOX'] as const) {
    const { pg, cards, identity } = ENVIRONMENT_HOSTS[environment]
    for (const url of [pg, cards, identity, pg.toUpperCase()]) expect(environmentOfUrl(url)).toBe(environment)
  }
  for (const host of ['api.phonepe.com.example', 'xapi.phonepe.com', 'mock.example', 'api.phonepe.company'])
    expect(environmentOfUrl(`https://${host}/apis/pg`)).toBeUndefined()
})
