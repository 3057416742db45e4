import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AGENT_OPTIONS, retireAgent, tuneAgent } from './node-http.ts'

describe('the keep-alive agent', () => {
  const connected = new WeakMap<object, number>()
  let agent: Agent
  let port: number
  const server = createServer((_request, response) => response.end('{}'))

  beforeEach(async () => {
    agent = tuneAgent(new Agent(AGENT_OPTIONS), 'connect', connected)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterEach(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })

  /** Completes one request; resolves with its socket, then idle. */
  async function socketOfRequest(): Promise<Socket> {
    const request = get({ agent, host: '127.0.0.1', port })
    const [response] = await once(request, 'response')
    const { socket } = request
    if (!socket) throw new Error('no socket')
    response.resume()
    await once(socket, 'free')
    return socket
  }

  it('reuses a socket and records it as connected', async () => {
    const first = await socketOfRequest()
    expect(connected.has(first)).toBe(true)
    expect(await socketOfRequest()).toBe(first)
  })

  it('does not record a socket as connected before it is', () => {
    const request = get({ agent, host: '127.0.0.1', port })
    request.on('error', () => {})
    request.on('socket', (socket) => expect(connected.has(socket)).toBe(false))
    return once(request, 'socket').then(() => request.destroy())
  })

  it('closes an idle socket after 4 s, before common servers do', async () => {
    const socket = await socketOfRequest()
    expect(socket.timeout).toBe(4_000)
    const reused = get({ agent, host: '127.0.0.1', port })
    await once(reused, 'socket')
    expect(socket.timeout).toBe(0)
    const [response] = await once(reused, 'response')
    response.resume()
    await once(socket, 'free')
    expect(socket.timeout).toBe(4_000)
    socket.emit('timeout')
    expect(socket.destroyed).toBe(true)
  })

  it('closes idle sockets at once when retired, and keeps none', async () => {
    const idle = await socketOfRequest()
    retireAgent(agent)
    expect(idle.destroyed).toBe(true)
    const last = await socketOfRequest()
    expect(last.destroyed).toBe(true)
    expect(agent.freeSockets).toEqual({})
  })
})
