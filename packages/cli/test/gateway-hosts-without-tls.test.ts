import { describe, expect, it } from 'vitest'
import { readDatabaseVariable, readGatewayEnvironment } from '../src/gateway/environment.ts'
import { COMPLETE, CONSOLE, WEBHOOK_SECRET } from './gateway-variables.ts'

describe('hosts without TLS', () => {
  const NEEDS = {
    GALLA_PROVIDER_URL: 'http://sandbox:4500',
    GALLA_DATABASE: 'postgres://shop:canary@db/shop',
    GALLA_NOTIFY_URL: 'http://shop:3000/events',
    GALLA_NOTIFY_SECRET: WEBHOOK_SECRET,
    ...CONSOLE,
    GALLA_OIDC_CLIENT_ID: 'console',
    GALLA_OIDC_CLIENT_SECRET: 'a secret',
    GALLA_OIDC_ISSUER: 'http://keycloak:8080',
  }

  const read = (env: { [name: string]: string | undefined }) =>
    readGatewayEnvironment({ ...COMPLETE, ...env }, () => '')

  it('are named by one variable, for provider, database, events and sign-in', () => {
    const { config, problems } = read({ ...NEEDS, GALLA_HOSTS_WITHOUT_TLS: 'sandbox, DB shop,keycloak' })
    expect([problems, config?.hostsWithoutTls]).toEqual([[], ['sandbox', 'DB', 'shop', 'keycloak']])
  })

  it('are needed by name, and each refusal says so', () => {
    const { problems } = read(NEEDS)
    expect(problems.map((one) => /^(\w+) .* in GALLA_HOSTS_WITHOUT_TLS: (\w+)/.exec(one)?.slice(1))).toEqual([
      ['GALLA_PROVIDER_URL', 'sandbox'],
      ['GALLA_DATABASE', 'db'],
      ['GALLA_OIDC_ISSUER', 'keycloak'],
      ['GALLA_NOTIFY_URL', 'shop'],
    ])
    expect(problems.join()).not.toContain('canary')
  })

  it.each(['PRODUCTION', undefined])('are refused with the environment %s', (GALLA_ENVIRONMENT) => {
    const { problems } = read({ ...NEEDS, GALLA_ENVIRONMENT, GALLA_HOSTS_WITHOUT_TLS: 'sandbox,db,shop,keycloak' })
    expect(problems).toContainEqual(expect.stringMatching(/^GALLA_HOSTS_WITHOUT_TLS is for SANDBOX only/))
    for (const name of ['GALLA_PROVIDER_URL', 'GALLA_DATABASE', 'GALLA_NOTIFY_URL', 'GALLA_OIDC_ISSUER'])
      expect(problems).toContainEqual(expect.stringMatching(`^${name} `))
  })

  it('have no effect on the URL of the console', () => {
    expect(
      read({ ...CONSOLE, GALLA_CONSOLE_URL: 'http://gateway:4600', GALLA_HOSTS_WITHOUT_TLS: 'gateway' }).problems,
    ).toEqual([expect.stringMatching(/^GALLA_CONSOLE_URL must be an https URL/)])
  })

  it('are read by galla gateway migrate too', () => {
    const env = { GALLA_DATABASE: 'postgres://shop@db/shop', GALLA_HOSTS_WITHOUT_TLS: 'db' }
    const problems = (more: object) => readDatabaseVariable({ ...env, ...more }, () => '').problems
    expect(problems({ GALLA_ENVIRONMENT: 'SANDBOX' })).toEqual([])
    expect(problems({})).toHaveLength(2)
  })
})
