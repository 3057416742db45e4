import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * Ways in which the other side of a connection has lost it while a process was suspended. `forgot`: it answers the next bytes with a reset, as a machine
 * does that was restarted, or a NAT that dropped its entry; `vanished`: it answers nothing; `fin`, `rst`: it has said so.
 */
export const LOSSES = ['forgot', 'vanished', 'fin', 'rst'] as const
export type Loss = (typeof LOSSES)[number]

/** A relay on a loopback port that can lose the connections which it has. New ones work. */
export interface ForgetfulProxy extends AsyncDisposable {
  /** Its port on 127.0.0.1. */
  readonly port: number
  /** Loses every connection: nothing of it reaches the server any more. */
  lose(how: Loss): void
  /** Bytes that came on lost connections. */
  bytesAfterLoss(): number
  /** Connections made so far. */
  connections(): number
}

/** Starts a relay to a server. */
export async function forgetfulProxy(to: NetConnectOpts): Promise<ForgetfulProxy> {
  const relayed = new Map<Socket, Socket>()
  const clients = new Set<Socket>()
  let connections = 0
  let lostBytes = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    connections += 1
    clients.add(client)
    const upstream = connect(to)
    relayed.set(client, upstream)
    client.on('error', () => client.destroy()).on('close', () => clients.delete(client) && upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => relayed.has(client) && client.destroy())
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    lose(how) {
      for (const [client, upstream] of relayed) {
        relayed.delete(client)
        client.unpipe(upstream)
        upstream.unpipe(client).destroy()
        const lost = (chunk: Buffer) => {
          lostBytes += chunk.length
          if (how !== 'vanished') client.resetAndDestroy()
        }
        client.on('data', lost).resume()
        if (how === 'fin') client.end()
        if (how === 'rst') client.resetAndDestroy()
      }
    },
    bytesAfterLoss: () => lostBytes,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
