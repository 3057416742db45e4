import type { Context } from 'hono'
import { eventStream } from '../../http/event-stream.ts'
import { readSessionToken } from './cookie.ts'
import type { Desk } from './desk.ts'

/** The session is looked at so often. Milliseconds. */
const CHECK_MS = 15_000

/** What changes in the database, as it changes, on whichever replica. Ends with its session: a logout elsewhere is one here. */
export function live({ context, sessions, address, heartbeatMs }: Desk, c: Context): Response {
  const token = readSessionToken(c, address.https) ?? ''
  return eventStream(c.req.raw, heartbeatMs, (stream) => {
    const look = setInterval(() => {
      // A database that is away says nothing about the session.
      sessions.isOpen(token).then(
        (open) => open || stream.close(),
        () => {},
      )
    }, heartbeatMs ?? CHECK_MS)
    look.unref()
    stream.send('hello', { type: 'hello', atMs: context.clock.now() })
    const stop = context.events.subscribe((event) => stream.send(event.type, event), 'everywhere')
    return () => {
      clearInterval(look)
      stop()
    }
  })
}
