import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AGENT_OPTIONS, retire, tune } from './node-transport.ts'

describe('the keep-alive agent', () => {
  const connected = new WeakSet<object>()
  let agent: Agent
  let port: number
  const server = createServer((_request, response) => response.end('{}'))

  beforeEach(async () => {
    agent = tune(new Agent(AGENT_OPTIONS), 'connect', connected)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterEach(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })

  /** One request to its end; brings the socket that carried it, idle by then. */
  async function used(): Promise<Socket> {
    const request = get({ agent, host: '127.0.0.1', port })
    const [response] = await once(request, 'response')
    const { socket } = request
    if (!socket) throw new Error('no socket')
    response.resume()
    await once(socket, 'free')
    return socket
  }

  it('keeps a socket for the next request, and knows it as connected', async () => {
    const first = await used()
    expect(connected.has(first)).toBe(true)
    expect(await used()).toBe(first)
  })

  it('does not count a socket as connected before it is', () => {
    const request = get({ agent, host: '127.0.0.1', port })
    request.on('error', () => {})
    request.on('socket', (socket) => expect(connected.has(socket)).toBe(false))
    return once(request, 'socket').then(() => request.destroy())
  })

  it('closes an idle socket before common servers do: after four seconds', async () => {
    const socket = await used()
    expect(socket.timeout).toBe(4_000)
    socket.emit('timeout')
    expect(socket.destroyed).toBe(true)
  })

  it('retired: closes idle sockets at once and keeps none', async () => {
    const idle = await used()
    retire(agent)
    expect(idle.destroyed).toBe(true)
    const last = await used()
    expect(last.destroyed).toBe(true)
    expect(agent.freeSockets).toEqual({})
  })
})
