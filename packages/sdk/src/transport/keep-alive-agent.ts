import type { Agent } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Idle sockets are closed before common servers do it (5 s): a reset on reuse would leave a payment in doubt.
 * Set once a socket; the agent's own option would cost listeners on every call. Milliseconds.
 */
const IDLE_MS = 4_000
const PROBE_MS = 1_000

export const AGENT_OPTIONS = { keepAlive: true, maxSockets: 256, maxFreeSockets: 256 } as const

/** The two methods of an agent that Node documents for overriding. */
interface Overridable {
  createConnection(options: object, done?: () => void): Socket
  keepSocketAlive(socket: Socket): boolean
}

/** Notes each socket in `connected` once it can carry data: nothing of a request leaves before that. */
export function tune(agent: Agent, event: 'connect' | 'secureConnect', connected: WeakSet<object>): Agent {
  const own = agent as unknown as Overridable
  const create = own.createConnection
  own.createConnection = (options, done) => {
    const socket = create.call(own, options, done)
    socket.once(event, () => connected.add(socket))
    socket.setTimeout(IDLE_MS)
    return socket
  }
  own.keepSocketAlive = (socket) => {
    socket.setKeepAlive(true, PROBE_MS)
    socket.unref()
    return true
  }
  return agent
}

/** Closes idle sockets now, and each busy one when its call is over: a payment on its way is not cut off. */
export function retire(agent: Agent): void {
  const own = agent as unknown as Overridable
  own.keepSocketAlive = () => false
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}
