import { EventEmitter, once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { PostgresConnection } from '@galla/postgres'

/** Sessions that wait for their next client. More are closed, the oldest first: the server's connections are shared by all workers. */
const MAX_KEPT = 80

/** A session of PostgreSQL behind a socket. */
interface Session {
  readonly socket: Socket
  /** The server's bytes up to its first "ready": what the next client gets to read instead of a new login. */
  readonly greeting: Buffer
}

/** A connection for `new Pool(…)` and `new Client(…)` of `pg`, whose clients take sessions that others have left. */
export interface KeptConnection extends PostgresConnection {
  readonly stream: () => Duplex
}

export interface KeptConnections {
  /** The same database, on kept sessions. Another process that gets the connection as JSON has sessions of its own. */
  through(connection: PostgresConnection): KeptConnection
  /** Waits until no client is connected to a database. Resolves to false when one still is after `limitMs`. */
  untilUnused(database: string, limitMs: number): Promise<boolean>
}

/**
 * Keeps sessions of PostgreSQL open between clients of this process, because a new server process costs more than most tests. A client that
 * leaves between two transactions leaves its session, after `discard all`, to the next one that logs in with the same address, user, database and
 * options; one that breaks off, or leaves within a transaction, takes it along.
 */
export function keepConnections(): KeptConnections {
  const sessions = createSessions()
  const clients = new Map<string, number>()
  const changed = new EventEmitter()
  const count = (database: string, by: number) => {
    clients.set(database, (clients.get(database) ?? 0) + by)
    changed.emit(database)
  }
  const isUnused = (database: string) => (clients.get(database) ?? 0) === 0
  return {
    through: (connection) => ({
      ...connection,
      stream: () => {
        const stream = new KeptStream(sessions)
        count(connection.database, 1)
        return stream.once('close', () => count(connection.database, -1))
      },
    }),
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

interface Sessions {
  /** Keeps a session for a client that logs in with the same bytes at the same address. */
  keep(login: string, session: Session): void
  take(login: string): Session | undefined
}

function createSessions(): Sessions {
  const kept = new Map<string, Session[]>()
  const take = (login: string): Session | undefined => {
    const session = kept.get(login)?.pop()
    // One that has ended a moment ago is not forgotten yet.
    if (!session || session.socket.readableEnded || session.socket.destroyed) return session && take(login)
    withoutListeners(session.socket).ref()
    return session
  }
  return {
    keep(login, session) {
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
    },
    take,
  }
}

/** Without those that this file adds: the stream has listeners of its own. */
const withoutListeners = (socket: Socket): Socket => {
  for (const event of ['data', 'error', 'close', 'drain']) socket.removeAllListeners(event)
  return socket
}

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4])
const DISCARD = Buffer.concat([Buffer.from([0x51, 0, 0, 0, 16]), Buffer.from('discard all\0')])

/** The stream of a client of `pg`, on a kept session or on a new one. */
class KeptStream extends Duplex {
  readonly #sessions: Sessions
  #path = ''
  #socket: Socket | undefined
  /** The address and the client's first message. */
  #login = ''
  /** Undefined while the server has not answered the login. */
  #greeting: Buffer | undefined
  readonly #answers: Buffer[] = []
  /** Requests that end with a "ready" of the server, less those "ready": 0 when nothing runs. */
  #unanswered = 0
  #status = 'I'
  #hasLeft = false

  constructor(sessions: Sessions) {
    super({ allowHalfOpen: false })
    this.#sessions = sessions
  }

  readonly #fromClient = frameReader((type) => {
    if (type === 'Q' || type === 'S' || type === 'F') this.#unanswered += 1
    if (type === 'X') this.#hasLeft = true
    return !this.#hasLeft
  })

  readonly #fromServer = frameReader((type, head) => {
    if (type === 'Z') {
      this.#unanswered -= 1
      this.#status = String.fromCharCode(head[5] ?? 0)
    }
    return true
  })

  /** The client of `pg` calls it as a socket's. It speaks first: the session is chosen by what it says. */
  connect(path: string): this {
    this.#path = path
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#socket?.ref()
    return this
  }

  unref(): this {
    this.#socket?.unref()
    return this
  }

  override _read(): void {
    this.#socket?.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#socket) this.#send(this.#socket, chunk, done)
    else {
      this.#logIn(chunk)
      done()
    }
  }

  /** The messages of a query are one write. */
  override _writev(chunks: readonly { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket?.destroy()
    done(error)
  }

  #logIn(startup: Buffer): void {
    this.#login = `${this.#path}\0${startup.toString('latin1')}`
    const known = this.#sessions.take(this.#login)
    this.#greeting = known?.greeting
    this.#socket = known?.socket ?? createConnection(this.#path)
    this.#socket
      .on('data', (chunk: Buffer) => this.#read(chunk))
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.destroy())
    if (known) this.push(known.greeting)
    else {
      this.#unanswered = 1
      this.#socket.write(startup)
    }
  }

  #send(socket: Socket, chunk: Buffer, done: () => void): void {
    const forwarded = this.#fromClient(chunk)
    if (forwarded === 0 || socket.write(chunk.subarray(0, forwarded))) done()
    else socket.once('drain', done)
    if (this.#hasLeft) this.#leave(socket)
  }

  #read(chunk: Buffer): void {
    this.#fromServer(chunk)
    if (!this.#greeting) {
      this.#answers.push(chunk)
      if (this.#unanswered === 0) this.#greeting = Buffer.concat(this.#answers)
    }
    if (!this.push(chunk)) this.#socket?.pause()
  }

  /** Keeps the session when it is between two transactions. */
  #leave(socket: Socket): void {
    const greeting = this.#greeting
    if (!greeting || this.#unanswered > 0 || this.#status !== 'I') return void socket.end(TERMINATE)
    let refused = false
    const fromServer = frameReader((type) => {
      if (type === 'E') refused = true
      if (type === 'Z') {
        if (!refused) {
          this.#sessions.keep(this.#login, { socket, greeting })
          this.#socket = undefined
        }
        this.destroy()
      }
      return true
    })
    socket.removeAllListeners('data').on('data', fromServer)
    socket.write(DISCARD)
  }
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
