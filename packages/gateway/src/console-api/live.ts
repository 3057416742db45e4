import type { Context } from 'hono'
import { eventStream } from '../observe/event-stream.ts'
import { readSessionToken } from './cookie.ts'
import type { Desk } from './desk.ts'

/** The session is looked at so often. Milliseconds. */
const LOOK_MS = 15_000

/** What changes in the books, as it changes, on whichever replica. Ends with its session: a logout elsewhere is one here. */
export function live({ rooms, sessions, address, heartbeatMs }: Desk, c: Context): Response {
  const token = readSessionToken(c, address.https) ?? ''
  return eventStream(c.req.raw, heartbeatMs, (stream) => {
    const look = setInterval(() => {
      // A database that is away says nothing about the session.
      sessions.isOpen(token).then(
        (open) => open || stream.close(),
        () => {},
      )
    }, heartbeatMs ?? LOOK_MS)
    look.unref()
    stream.send('hello', { type: 'hello', atMs: rooms.clock.now() })
    const stop = rooms.events.subscribe((event) => stream.send(event.type, event), 'everywhere')
    return () => {
      clearInterval(look)
      stop()
    }
  })
}
