import { describe, expect, it } from 'vitest'
import { networkProblem, networksOf, trustedNetworksProblem } from './networks.ts'

describe('trustedNetworksProblem', () => {
  it.each([
    ['0.0.0.0/0'],
    ['::/0'],
    ['0.0.0.0/1', '128.0.0.0/1'],
    ['::/1', '8000::/1'],
    ['127.0.0.1', '0.0.0.0/2'],
    ['10.0.0.0/7'],
    ['2000::/3'],
    ['::ffff:0:0/96'],
    ['::/8'],
    ['::/80'],
    ['::ffff:0.0.0.0/97', '::ffff:128.0.0.0/97'],
  ])('refuses networks that hold addresses of anybody: %s %s', (...networks) => {
    expect(trustedNetworksProblem(networks)).toMatch(/^must name your proxies only: \S+ holds addresses of anybody/)
  })

  it.each(['', 'proxy', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/1e1', 'fc00::/129'])(
    'refuses %j, which is no network',
    (network) => {
      expect(trustedNetworksProblem([network])).toMatch(/^must be addresses or networks such as/)
    },
  )

  it.each(['127.0.0.1', '10.0.0.0/8', '172.16.0.0/12', '104.16.0.0/13', '::1', 'fc00::/7', '2400:cb00::/32'])(
    'takes %s',
    (network) => {
      expect(trustedNetworksProblem([network])).toBeUndefined()
    },
  )
})

it.each(['10.0.0.5', '0.0.0.0/1', '2000::/3', '::1'])('networkProblem takes %s', (network) => {
  expect(networkProblem(network)).toBeUndefined()
})

it.each([
  ['0.0.0.0/0', /^must be addresses or networks/],
  ['::/0', /^must be addresses or networks/],
  ['office', /^must be addresses or networks/],
  [7, /^must be addresses or networks/],
  [undefined, /^must be addresses or networks/],
  ['::ffff:10.0.0.5', /^must have IPv4 addresses as such/],
  ['::FFFF:a00:0/104', /^must have IPv4 addresses as such/],
  ['0:0:0:0:0:ffff:10.0.0.5', /^must have IPv4 addresses as such/],
])('networkProblem refuses %j', (network, problem) => {
  expect(networkProblem(network)).toMatch(problem)
})

it.each([[['::ffff:10.0.0.0/104']], [['10.0.0.5', '::ffff:10.0.0.6']]])(
  'trustedNetworksProblem refuses %j, which the gateway would compare with no address',
  (networks) => expect(trustedNetworksProblem(networks)).toMatch(/^must have IPv4 addresses as such/),
)

it('networksOf has the addresses of its networks and no other', () => {
  const networks = networksOf(['10.0.0.0/8', '2001:db8::/32'])
  const asked = ['10.9.9.9', '2001:db8::1', '11.0.0.1', '2001:db9::1', 'unix:', '']
  expect(asked.map(networks.has)).toEqual([true, true, false, false, false, false])
})
