import { EventEmitter, once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { PostgresConnection } from '@galla/postgres'

/** Sessions that wait for their next client. More are closed, the oldest first: the server's connections are shared by all workers. */
const MAX_KEPT = 80

/** A session of PostgreSQL behind a socket. */
interface Session {
  readonly socket: Socket
  /** The server's bytes up to its first "ready": what the next client gets to read instead of a new login. */
  readonly greeting: Buffer
}

export interface KeptConnections {
  /** The same database, through the relay. */
  through(connection: PostgresConnection): PostgresConnection
  /** Waits until no client is connected to a database. Resolves to false when one still is after `limitMs`. */
  untilUnused(database: string, limitMs: number): Promise<boolean>
}

/**
 * A relay in front of PostgreSQL that keeps sessions open between clients, because a new server process costs more than most tests.
 * A client that leaves between two transactions leaves its session, after `discard all`, to the next one that logs in with the same
 * user, database and options; one that breaks off, or leaves within a transaction, takes it along, as without the relay.
 */
export async function keepConnections(server: PostgresConnection, folder: string): Promise<KeptConnections> {
  const kept = new Map<string, Session[]>()
  const clients = new Map<string, number>()
  const changed = new EventEmitter()
  const count = (database: string, by: number) => {
    clients.set(database, (clients.get(database) ?? 0) + by)
    changed.emit(database)
  }
  const isUnused = (database: string) => (clients.get(database) ?? 0) === 0
  const connect = () => createConnection(socketOf(server))

  const keep = (login: string, session: Session) => {
    const forget = () => {
      const rest = (kept.get(login) ?? []).filter((one) => one !== session)
      if (rest.length > 0) kept.set(login, rest)
      else kept.delete(login)
    }
    const { socket } = session
    const drop = () => {
      forget()
      socket.destroy()
    }
    // The server says nothing to an idle session but that it ends: the next client must not get it.
    withoutListeners(socket).on('error', forget).on('close', forget).on('data', drop).unref()
    socket.resume()
    kept.set(login, [...(kept.get(login) ?? []), session])
    const all = [...kept.values()].flat()
    if (all.length > MAX_KEPT) all[0]?.socket.destroy()
  }
  const take = (login: string): Session | undefined => {
    const session = kept.get(login)?.pop()
    // One that has ended a moment ago is not forgotten yet.
    if (!session || session.socket.readableEnded || session.socket.destroyed) return session && take(login)
    withoutListeners(session.socket).ref()
    return session
  }

  // A client that leaves closes its side at once: the other side stays open until its session is ready for the next one.
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => client.destroy())
    readStartup(client, (startup, rest) => {
      if (startup.readInt32BE(4) === CANCEL_REQUEST)
        return void connect()
          .on('error', () => {})
          .end(startup)
      const login = startup.toString('latin1')
      const database = databaseOf(startup)
      count(database, 1)
      // Not when it is closed: its own side has seen the end before this one.
      const left = atMostOnce(() => count(database, -1))
      client.once('close', left)
      const known = take(login)
      if (known) client.write(known.greeting)
      const socket = known?.socket ?? connect()
      if (!known) socket.write(startup)
      relay({ client, socket, greeting: known?.greeting, rest, left, keep: (session) => keep(login, session) })
    })
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const through = (connection: PostgresConnection) => ({ ...connection, host: folder })
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject).listen(socketOf(through(server)), resolve)
  })
  listener.unref()
  return {
    through,
    async untilUnused(database, limitMs) {
      const signal = AbortSignal.timeout(limitMs)
      try {
        while (!isUnused(database)) await once(changed, database, { signal })
        return true
      } catch {
        return false
      }
    },
  }
}

/** Without those that this file adds: the stream has listeners of its own. */
const withoutListeners = (socket: Socket): Socket => {
  for (const event of ['data', 'error', 'close', 'drain']) socket.removeAllListeners(event)
  return socket
}

const socketOf = ({ host, port }: PostgresConnection) => join(host, `.s.PGSQL.${port}`)

/** Code of a cancel request, in the place of the protocol's version: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const CANCEL_REQUEST = 80_877_102

/** Calls back with the first message of a client, which has no type byte, and what came with it. */
function readStartup(client: Socket, found: (startup: Buffer, rest: Buffer) => void): void {
  let bytes = Buffer.alloc(0)
  const giveUp = () => client.destroy()
  client.on('end', giveUp)
  client.on('data', function read(chunk: Buffer) {
    bytes = Buffer.concat([bytes, chunk])
    if (bytes.length < 8 || bytes.length < bytes.readInt32BE(0)) return
    client.off('data', read).off('end', giveUp)
    found(bytes.subarray(0, bytes.readInt32BE(0)), bytes.subarray(bytes.readInt32BE(0)))
  })
}

/** The startup message is a list of names and values, each ended by a zero byte. */
function databaseOf(startup: Buffer): string {
  const words = startup.subarray(8).toString('utf8').split('\0')
  return words[words.indexOf('database') + 1] ?? ''
}

interface Relay {
  client: Socket
  socket: Socket
  /** Undefined while the server has not answered the login. */
  greeting: Buffer | undefined
  /** The client's bytes after its startup message. */
  rest: Buffer
  /** Called before the client reads that its connection ends. */
  left(): void
  keep(session: Session): void
}

function relay({ client, socket, greeting, rest, left, keep }: Relay): void {
  /** Requests that end with a "ready" of the server, less those "ready": 0 when nothing runs. */
  let unanswered = greeting ? 0 : 1
  let status = greeting ? 'I' : ''
  let hasLeft = false
  const login: Buffer[] = []

  const fromClient = frameReader((type) => {
    if (type === 'Q' || type === 'S' || type === 'F') unanswered += 1
    if (type === 'X') hasLeft = true
    return !hasLeft
  })
  const fromServer = frameReader((type, frame) => {
    if (type === 'Z') {
      unanswered -= 1
      status = String.fromCharCode(frame[5] ?? 0)
    }
    return true
  })

  const forward = (chunk: Buffer) => {
    const forwarded = fromClient(chunk)
    if (forwarded > 0 && !socket.write(chunk.subarray(0, forwarded))) {
      client.pause()
      socket.once('drain', () => client.resume())
    }
    if (!hasLeft) return
    if (greeting && unanswered === 0 && status === 'I') leaveSession({ client, left, keep }, { socket, greeting })
    else socket.end(TERMINATE)
  }

  socket.on('data', (chunk: Buffer) => {
    fromServer(chunk)
    if (!greeting) {
      login.push(chunk)
      if (unanswered === 0) greeting = Buffer.concat(login)
    }
    if (!client.writableEnded && !client.destroyed && !client.write(chunk)) {
      socket.pause()
      client.once('drain', () => socket.resume())
    }
  })
  socket.on('error', () => client.destroy())
  socket.on('close', () => {
    left()
    client.end()
  })
  client.on('data', forward)
  client.on('end', () => {
    if (!hasLeft) client.destroy()
  })
  client.on('close', () => {
    if (!hasLeft) socket.destroy()
  })
  if (rest.length > 0) forward(rest)
}

function atMostOnce(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4])

function leaveSession({ client, left, keep }: Pick<Relay, 'client' | 'left' | 'keep'>, session: Session): void {
  const query = Buffer.from('discard all\0')
  const header = Buffer.alloc(5)
  header.write('Q')
  header.writeInt32BE(query.length + 4, 1)
  let refused = false
  const { socket } = session
  const fromServer = frameReader((type) => {
    if (type === 'E') refused = true
    if (type === 'Z') {
      if (refused) socket.destroy()
      else keep(session)
      left()
      client.end()
    }
    return true
  })
  socket.removeAllListeners('data').on('data', fromServer)
  socket.write(Buffer.concat([header, query]))
}

/**
 * Reads messages, of a type byte and a length each, from chunks. The function returns how many bytes of a chunk to forward: all of them,
 * unless the callback returned false for a message, which is left out with all that follows. The callback gets the first six bytes.
 */
function frameReader(each: (type: string, head: Buffer) => boolean): (chunk: Buffer) => number {
  let head = Buffer.alloc(0)
  let toSkip = 0
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      const skipped = Math.min(toSkip, chunk.length - at)
      at += skipped
      toSkip -= skipped
      if (at >= chunk.length) break
      const start = at
      // Five bytes say how long it is; a "ready" has its status in the sixth.
      const wanted = head.length < 5 ? 5 : 6
      const taken = chunk.subarray(at, at + wanted - head.length)
      head = Buffer.concat([head, taken])
      at += taken.length
      if (head.length < 5) break
      const length = head.readInt32BE(1) + 1
      if (head.length === 5 && length > 5) continue
      if (!each(String.fromCharCode(head[0] ?? 0), head)) return start
      toSkip = length - head.length
      head = Buffer.alloc(0)
    }
    return chunk.length
  }
}
