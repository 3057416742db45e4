import { isIP } from 'node:net'

const isLabel = (label: string): boolean => /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label)

/** Returns whether a text is the name or IPv4 address of a host, with or without a port, as in a `Host` header: `galla`, `galla.internal:4600`. */
export function isHost(text: string): boolean {
  const [, name = ''] = /^([^:]*)(?::\d{1,5})?$/.exec(text) ?? []
  return name.replace(/\.$/, '').split('.').every(isLabel) && URL.canParse(`http://${text}`)
}

/**
 * Returns whether a server can be bound to a text: an IP address, or a name. The system takes short forms of addresses too, `0` for `0.0.0.0`:
 * these are refused, because nobody sees that the server is then open to the network.
 */
export const isBindable = (text: string): boolean =>
  isIP(text) !== 0 || (!text.includes(':') && isHost(text) && isIP(new URL(`http://${text}`).hostname) === 0)
