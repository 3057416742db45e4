import { describe, expect, it } from 'vitest'
import { hostsWithoutTlsProblem, isPrivateHost, namesHost, wayWithoutTls } from './hosts-without-tls.ts'

describe('isPrivateHost', () => {
  it.each([
    'sandbox',
    'Sandbox_1',
    '2024-sandbox',
    'host.docker.internal',
    'sandbox.default.svc.cluster.local',
    'pay.test',
    'pay.localhost',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.20',
    '[fd12:3456::1]',
    'fc00:abcd::1',
  ])('is true of %s', (host) => expect(isPrivateHost(host)).toBe(true))

  it.each([
    '',
    'api.example.com',
    'sandbox.default.svc',
    'internal.example',
    '.internal',
    'test.',
    'sandbox:4500',
    'http://sandbox',
    '*',
    '*.local',
    '11.0.0.1',
    '100.64.0.1',
    '10.',
    '169.254.169.254',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.1.1',
    '010.0.0.1',
    // The same address as 8.8.8.8, for a resolver.
    '134744072',
    '0x8080808',
    '[fe80::1]',
    '[2001:db8::1]',
    '[fc::1]',
    '::ffff:8.8.8.8',
    'sandbox\n',
  ])('is false of %j', (host) => expect(isPrivateHost(host)).toBe(false))
})

describe('hostsWithoutTlsProblem', () => {
  it.each([
    [undefined, 'PRODUCTION'],
    [[], 'PRODUCTION'],
    [['sandbox', '10.0.0.1'], 'SANDBOX'],
  ])('finds nothing wrong with %j in %s', (hosts, environment) => {
    expect(hostsWithoutTlsProblem(hosts, environment)).toBeUndefined()
  })

  it.each([
    [['sandbox'], 'PRODUCTION', 'is for SANDBOX only'],
    [['sandbox'], '', 'is for SANDBOX only'],
    ['sandbox', 'SANDBOX', "must be a list of names or addresses of a private network: ['sandbox']; got 'sandbox'"],
    [null, 'SANDBOX', 'must be a list'],
    [[undefined], 'SANDBOX', 'of a private network'],
    [['sandbox', 'api.example.com'], 'SANDBOX', "got 'api.example.com'"],
    [['http://sandbox:4500'], 'SANDBOX', "got 'http://sandbox:4500'"],
  ])('of %j in %s says: %s', (hosts, environment, problem) => {
    expect(hostsWithoutTlsProblem(hosts, environment)).toContain(problem)
  })
})

describe('namesHost', () => {
  it.each(['sandbox', 'SANDBOX', 'fd00::1', '[fd00::1]'])('finds %s, with or without brackets, in any case', (host) => {
    expect(namesHost(['Sandbox', '[FD00::1]'], host)).toBe(true)
  })

  it.each(['sandbox.example', 'x.sandbox', 'db', ''])('does not find %j', (host) => {
    expect(namesHost(['sandbox'], host)).toBe(false)
  })
})

it('the way out names the option, and the host where it is private', () => {
  expect(wayWithoutTls('sandbox', 'hostsWithoutTls')).toBe(
    'In SANDBOX, name a private host in hostsWithoutTls: sandbox',
  )
  expect(wayWithoutTls('api.example.com', 'GALLA_HOSTS_WITHOUT_TLS')).toBe(
    'In SANDBOX, name a private host in GALLA_HOSTS_WITHOUT_TLS',
  )
})
