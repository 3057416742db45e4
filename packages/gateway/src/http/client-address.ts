import { isIP } from 'node:net'
import { namesHost } from '@galla/contract/hosts-without-tls'
import { trustedNetworksProblem } from '@galla/http-server/networks'
import { invalidOption } from '../errors.ts'
import { plainAddress, readNetworks } from '../services/access/networks.ts'
import type { ClientAddress } from './request.ts'

/** The sender of a request, as far as the host server and trusted proxies tell. */
export interface Client {
  /** Undefined when the host server does not pass it. */
  readonly address: string | undefined
  /**
   * True when the client, and every proxy on the way, is on this machine or an address of `hostsWithoutTls`. A trusted proxy elsewhere
   * does not count: plain http would reach that proxy.
   */
  readonly local: boolean
}

const here = readNetworks(['127.0.0.0/8', '::1'], () => new Error('the networks of this machine are wrong'))

/**
 * A connection over a Unix socket: that of a proxy on this machine, trusted where 127.0.0.1 is. Never that of a person: a proxy that reports no
 * client would make the whole network local.
 */
export const UNIX = 'unix:'

/** Addresses of `x-forwarded-for` that are read, from its end: what is before them a client has sent. */
const MAX_REPORTED = 32

/** Headers in which proxies report the client beside, or in place of, `x-forwarded-for`. They tell only that a client is not on this machine. */
const REPORTS = [
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-azure-clientip',
  'x-envoy-external-address',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
]

/** The addresses that a header `Forwarded` (RFC 7239) reports; of a hop without one, a text that is no address. */
const forwardedBy = (header: string): readonly string[] =>
  header.split(',').map((hop) => plainAddress(/(?:^|;)\s*for\s*=\s*"?([^";]*)"?/i.exec(hop)?.[1] ?? 'unknown'))

/** True when a proxy reports a client elsewhere in another header than `x-forwarded-for`. */
function namesOther(headers: Headers): boolean {
  const forwarded = headers.get('forwarded')
  const others = REPORTS.flatMap((name) => headers.get(name)?.split(',') ?? []).map(plainAddress)
  return [...others, ...(forwarded === null ? [] : forwardedBy(forwarded))].some((address) => !here.has(address))
}

/** True when a proxy has passed the request on, and no header reports a client. */
function hidesClient(headers: Headers): boolean {
  const isReported = ['x-forwarded-for', 'forwarded', ...REPORTS].some((name) => (headers.get(name) ?? '') !== '')
  return !isReported && [...headers.keys()].some((name) => name === 'via' || name.startsWith('x-forwarded'))
}

/**
 * The client's address as the host server passes it. Where a proxy reports an address of its own machine, it is that of the peer: any client
 * can write one of 16 million, and each would be counted by itself.
 */
function addressFrom({ address, peer }: ClientAddress): string | undefined {
  return peer !== undefined && peer !== address && here.has(plainAddress(address ?? '')) ? peer : address
}

/**
 * Finds clients behind trusted proxies: the last address in `x-forwarded-for` that no trusted proxy has, or the first that is read.
 * @param hostsWithoutTls Addresses that count as this machine: that of a container's host, to which the ports of this machine are published.
 * @param option Names `trustedProxies` in the error.
 * @throws Error naming the option.
 */
export function findClients(
  trustedProxies: readonly string[] = [],
  hostsWithoutTls: readonly string[] = [],
  option = 'console.trustedProxies',
): (headers: Headers, from: ClientAddress) => Client {
  const problem = trustedNetworksProblem(trustedProxies)
  if (problem !== undefined) throw invalidOption(option, problem)
  const trusted = readNetworks(trustedProxies, (problem) => invalidOption(option, problem))
  const isLocal = (hop: string) => here.has(hop) || namesHost(hostsWithoutTls, hop)

  return (headers, from) => {
    const first = addressFrom(from)
    if (first === undefined) return { address: undefined, local: false }
    const { peer = first } = from
    const reported = (headers.get('x-forwarded-for') ?? '').split(',')
    const forwarded = reported.slice(-MAX_REPORTED).map((one) => plainAddress(one))
    const hops = [plainAddress(first), ...forwarded.filter((one) => one !== '').reverse()]
    // The last one when all are trusted.
    const address =
      hops.at(hops.findIndex((hop, at) => !trusted.has(at === 0 && hop === UNIX ? '127.0.0.1' : hop))) ?? first
    const isHere = [plainAddress(peer), ...hops].every(isLocal)
    return {
      address: here.has(address) ? hops[0] : address,
      local: reported.length <= MAX_REPORTED && isHere && !namesOther(headers) && !hidesClient(headers),
    }
  }
}

/**
 * Returns the network that counts as one client: an IPv4 address, or the /64 network of an IPv6 address, which one customer has whole. Any
 * user of this machine has all of its loopback addresses.
 */
function networkOf(address: string): string {
  if (address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))) return '127.0.0.0/8'
  if (isIP(address) !== 6) return address
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const all = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - last.length).fill('0'), ...last]
  return `${all.slice(0, 4).join(':')}::/64`
}

/**
 * Returns the networks that count wrong passwords and keys of a client. An IPv6 address also has a /48 network, which tunnels and hosts
 * give to one customer.
 */
export function networksOf(address: string): { readonly address: string; readonly site?: string } {
  const network = networkOf(address)
  if (!network.endsWith('::/64')) return { address: network }
  return { address: network, site: `${network.split(':').slice(0, 3).join(':')}::/48` }
}
