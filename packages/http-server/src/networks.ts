import { BlockList, isIP } from 'node:net'

/** IPv4 addresses as IPv6 writes them. A network that holds all of them holds every IPv4 address. */
const MAPPED = blockListOf('::ffff:0:0', 96)
const MAPPED_BITS = 96

/** The widest networks that proxies have: 10.0.0.0/8 and fc00::/7. A wider one, and a few of them together, would hold addresses of anybody. */
const WIDEST = { 4: 8, 6: 7 } as const

/** A list of the addresses of one network. */
function blockListOf(address: string, bits: number): BlockList {
  const list = new BlockList()
  list.addSubnet(address, bits, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return list
}

interface Network {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

function read(network: unknown): Network | undefined {
  const [address = '', length, ...more] = typeof network === 'string' ? network.split('/') : []
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  const bits = length === undefined ? most : Number(length)
  if (version === 0 || more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length)) || bits > most)
    return undefined
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

function isTooWide({ address, bits, family }: Network): boolean {
  if (family === 'ipv4') return bits < WIDEST[4]
  if (bits < WIDEST[6]) return true
  const holdsEveryMapped = bits <= MAPPED_BITS && blockListOf(address, bits).check('::ffff:0:0', 'ipv6')
  return holdsEveryMapped || (bits < MAPPED_BITS + WIDEST[4] && MAPPED.check(address, 'ipv6'))
}

/**
 * Says what is wrong with an address or network, as the end of a sentence; undefined when nothing is. One that holds every address excludes nobody.
 * An address is compared as IPv4 where it is one, so a network of such in IPv6 would hold none.
 */
export function networkProblem(network: unknown): string | undefined {
  const known = read(network)
  if (!known || known.bits === 0)
    return 'must be addresses or networks such as 10.0.0.5 or 172.16.0.0/12, which do not hold every address'
  return known.family === 'ipv6' && MAPPED.check(known.address, 'ipv6')
    ? 'must have IPv4 addresses as such, 10.0.0.5 or 172.16.0.0/12, not in the form of IPv6'
    : undefined
}

/** Says what is wrong with addresses and networks of proxies, as the end of a sentence; undefined when nothing is. */
export function trustedNetworksProblem(networks: readonly string[]): string | undefined {
  for (const network of networks) {
    const known = read(network)
    if (known && isTooWide(known))
      return `must name your proxies only: ${network} holds addresses of anybody, who could then name any address as the client's. The widest network is a /${WIDEST[4]} of IPv4 or a /${WIDEST[6]} of IPv6`
    const problem = networkProblem(network)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** A set of addresses and networks. */
export interface Networks {
  /** True when the address is in one of the networks; false for text that is no address. */
  readonly has: (address: string) => boolean
}

/** The addresses of networks, which `networkProblem` has checked. */
export function networksOf(networks: readonly string[]): Networks {
  const list = new BlockList()
  for (const { address, bits, family } of networks.flatMap((network) => read(network) ?? []))
    list.addSubnet(address, bits, family)
  return {
    has(address) {
      const version = isIP(address)
      return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
    },
  }
}
