import { type Networks, networkProblem, networksOf } from '@galla/http-server/networks'

/** Without brackets, port, zone and the prefix of an IPv4 address in IPv6. */
export function plainAddress(address: string): string {
  const text = address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '')
  return text.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

/** @param refusal makes the error about an entry, from what is wrong with it */
export function readNetworks(entries: readonly string[], refusal: (problem: string) => Error): Networks {
  for (const entry of entries) {
    const problem = networkProblem(entry)
    if (problem !== undefined) throw refusal(`${problem}; got ${JSON.stringify(entry)}`)
  }
  return networksOf(entries)
}
