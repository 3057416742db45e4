import { BlockList, isIP } from 'node:net'

/** A set of addresses and networks. */
export interface Networks {
  /** Whether an address is in one of them; never what is no address. */
  has(address: string): boolean
}

/** Without brackets, port, zone and the prefix of an IPv4 address in IPv6. */
export function plainAddress(address: string): string {
  const text = address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '')
  return text.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

/** @param refusal makes the error about an entry that is no address or network, or that holds every address */
export function readNetworks(entries: readonly unknown[], refusal: (entry: unknown) => Error): Networks {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits, ...others] = typeof entry === 'string' ? entry.split('/') : []
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : 0
    // An address is compared as IPv4 where it is one: a network of such in IPv6 would hold none.
    const isMapped = /^::ffff:/i.test(address)
    if (family === 0 || isMapped || others.length > 0 || prefix < 1 || prefix > most) throw refusal(entry)
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
  }
  return { has: (address) => isIn(list, address) }
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** What is wrong with an entry, for people. */
export const networkProblem = (entry: unknown): string =>
  `must be addresses or networks such as 10.0.0.5 or 172.16.0.0/12; got ${JSON.stringify(entry)}`
