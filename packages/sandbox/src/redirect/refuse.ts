import type * as Dns from 'node:dns'
import type * as Net from 'node:net'
import type * as Tls from 'node:tls'
import { domainToASCII } from 'node:url'
import { isProviderHost } from './provider-host.ts'

/** The modules by which every connection of a Node program begins. Requests that are redirected do not come this far. */
export interface Connecting {
  readonly dns: typeof Dns
  readonly net: typeof Net
  readonly tls: typeof Tls
}

/** Makes the error for a host of the provider. */
export type Refusal = (name: string) => Error

/** The refusal of a process. @param onHost Called once for each host */
export function refusalOf(sandbox: URL, onHost: (host: string) => void): Refusal {
  const seen = new Set<string>()
  return (name) => {
    const host = domainToASCII(name).replace(/\.$/, '')
    if (!seen.has(host)) onHost(host)
    seen.add(host)
    const message =
      `${host} is the real provider: this connection was refused, because requests of this program go to the sandbox at ${sandbox.origin}. ` +
      'Only fetch, node:http and node:https are redirected. Give a client that uses HTTP/2, a dispatcher of undici or a socket ' +
      `the address ${sandbox.origin} instead, or start the program without the redirect (galla run, @galla/sandbox/redirect)`
    // Clients take a refused connection for a request that was not sent.
    return Object.assign(new Error(message), { code: 'ECONNREFUSED', hostname: host })
  }
}

/** Refuses sockets to the provider's hosts, TLS handshakes with their names, and the resolution of these names. */
export function refuseProvider({ dns, net, tls }: Connecting, refusal: Refusal): void {
  refuseSockets(net.Socket.prototype, refusal)
  refuseServerNames(tls.TLSSocket.prototype, refusal)
  for (const owner of [dns, dns.Resolver.prototype]) refuseNames(owner, refusal, answerCallback)
  for (const owner of [dns.promises, dns.promises.Resolver.prototype])
    refuseNames(owner, refusal, (error) => Promise.reject(error))
}

/** Every socket of Node connects by this method: those of TLS, HTTP/2 and undici, too. */
function refuseSockets(prototype: Net.Socket, refusal: Refusal): void {
  const original = prototype.connect as (...args: unknown[]) => Net.Socket
  const lookup: Net.LookupFunction = (host, _, done) => done(refusal(host), '', 4)
  const connect = function (this: Net.Socket, ...args: unknown[]): Net.Socket {
    // `net.connect` passes its arguments on as one list: options and listener.
    const [first, second, third] = Array.isArray(args[0]) ? args[0] : args
    const options = typeof first === 'object' ? first : { port: first, host: second }
    if (!isProviderHost(options?.host)) return original.apply(this, args)
    const listener = [second, third].find((one) => typeof one === 'function')
    // A failed name resolution is what every client can handle.
    return original.call(this, { ...options, lookup }, listener)
  }
  Object.assign(prototype, { connect })
}

/** A handshake inside another socket, as through a proxy, or with an address, has the host as its server name only. */
function refuseServerNames(prototype: Tls.TLSSocket, refusal: Refusal): void {
  const named = prototype as Tls.TLSSocket & { setServername(name: string): void }
  const original = named.setServername
  named.setServername = function (this: Tls.TLSSocket, name) {
    if (isProviderHost(name)) this.destroy(refusal(name))
    else original.call(this, name)
  }
}

type Answer = (error: Error, args: readonly unknown[]) => unknown

function refuseNames(owner: object, refusal: Refusal, answer: Answer): void {
  const names = Object.getOwnPropertyNames(owner).filter((name) => /^(?:lookup$|resolve)/.test(name))
  for (const name of names) {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown
    const refusing = function (this: unknown, ...args: unknown[]): unknown {
      const [host] = args
      return isProviderHost(host) ? answer(refusal(host), args) : original.apply(this, args)
    }
    // `util.promisify` reads a property of the function.
    Reflect.set(owner, name, Object.defineProperties(refusing, Object.getOwnPropertyDescriptors(original)))
  }
}

const answerCallback: Answer = (error, args) => {
  const done = args.at(-1)
  if (typeof done === 'function') process.nextTick(done as (error: Error) => void, error)
}
