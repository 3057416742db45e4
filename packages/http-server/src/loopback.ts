const LOOPBACK_HOST = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Returns whether a host is this machine: `localhost`, a name directly below `.localhost`, 127.0.0.0/8 or `[::1]`.
 * Names are not resolved, because an attacker can let any other name resolve to 127.0.0.1.
 * @param host As in a `Host` header or in `URL.host` and `URL.hostname`: with or without a port, IPv6 in brackets.
 */
export const isLoopback = (host: string): boolean => LOOPBACK_HOST.test(host)

/**
 * Returns whether a connection to this host stays on this machine. Stricter than `isLoopback`: a name below `.localhost` does not count,
 * because a resolver may send it elsewhere.
 * @param hostname As in `URL.hostname`, or an address without brackets.
 */
export const staysHere = (hostname: string): boolean =>
  hostname === '::1' || (isLoopback(hostname) && !/\.localhost$/i.test(hostname))

/** Other spellings of this machine: a resolver, the system or its usual file of hosts takes them for it. They get no trust, and count where a name of this machine is refused. */
const ALSO_HERE =
  /^(?:localhost[46]?(?:\.localdomain[46]?)?\.?|ip6-(?:localhost|loopback)\.?|(?:[a-z0-9-]+\.)+localhost\.?|0\.0\.0\.0|\[::\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/i

/** Returns whether a host may be this machine, in any spelling. @param hostname As in `URL.hostname`. */
export const mayBeHere = (hostname: string): boolean => staysHere(hostname) || ALSO_HERE.test(hostname)
