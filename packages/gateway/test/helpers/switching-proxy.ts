import type { AddressInfo } from 'node:net'
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { PostgresConnection } from '@galla/postgres'

/** The one address of a database, in front of whichever server is the primary: what a virtual IP, DNS or HAProxy is in production. */
export interface SwitchingProxy {
  /** Where clients connect. */
  readonly address: { readonly host: string; readonly port: number }
  /** New connections go to this server. */
  switchTo(server: PostgresConnection): void
  /**
   * Every open connection stays open and carries nothing any more, in either direction, as when a machine vanishes without closing its
   * connections. New ones are accepted and not answered until `switchTo` is called.
   */
  silence(): void
  close(): Promise<void>
}

export async function startSwitchingProxy(first: PostgresConnection): Promise<SwitchingProxy> {
  let target: PostgresConnection | undefined = first
  const sockets = new Set<Socket>()
  const pairs = new Set<readonly [Socket, Socket]>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server: Server = createServer((client) => {
    keep(client)
    // Silent: what a client sends is not even read.
    if (!target) return void client.pause()
    const upstream = keep(connectTo(join(target.host, `.s.PGSQL.${target.port}`)))
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = (other: Socket) => () => {
      if (pairs.delete(pair)) other.destroy()
    }
    client.on('close', end(upstream)).pipe(upstream)
    upstream.on('close', end(client)).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    switchTo(next) {
      target = next
    },
    silence() {
      target = undefined
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream).pause()
        upstream.unpipe(client).pause()
      }
      // The end of the server is not passed on to its clients.
      pairs.clear()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
