import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { addNetwork, trustedNetworksProblem } from './networks.ts'

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

  it.each([
    '127.0.0.1',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '104.16.0.0/13',
    '::1',
    'fc00::/7',
    '2400:cb00::/32',
    '::ffff:10.0.0.0/104',
  ])('takes %s', (network) => {
    expect(trustedNetworksProblem([network])).toBeUndefined()
  })
})

it('addNetwork adds the addresses of a network and no other', () => {
  const list = new BlockList()
  addNetwork(list, '10.0.0.0/8')
  expect([list.check('10.9.9.9', 'ipv4'), list.check('11.0.0.1', 'ipv4')]).toEqual([true, false])
})
