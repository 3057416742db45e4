import type { Context } from 'hono'
import { eventStream, OpenStreams } from '../../http/event-stream.ts'
import { HttpError } from '../../http/responses.ts'
import type { UserContext } from './context.ts'
import { readSessionToken } from './session.ts'

/** How often the session is checked. Milliseconds. */
const CHECK_MS = 15_000

/** A user has a few browsers with some tabs each. */
const MAX_STREAMS_PER_USER = 24

/** Streams changes of all replicas. The stream ends with its session, also when the logout happens elsewhere. */
export function liveForUsers(): (user: UserContext, c: Context) => Response {
  const streams = new OpenStreams(MAX_STREAMS_PER_USER)
  return ({ gateway, sessions, session, address, heartbeatMs }, c) => {
    const { userId } = session.user
    if (streams.isFull(userId)) {
      throw new HttpError(429, 'TOO_MANY_STREAMS', 'You have too many pages of the console open. Close some of them.')
    }
    const token = readSessionToken(c, address.https) ?? ''
    return eventStream(c.req.raw, heartbeatMs, (stream) => {
      const release = streams.take(userId)
      const timer = setInterval(() => {
        // An unavailable database says nothing about the session.
        sessions.isOpen(token).then(
          (open) => open || stream.close(),
          () => {},
        )
      }, heartbeatMs ?? CHECK_MS)
      timer.unref()
      stream.send('hello', { type: 'hello', atMs: gateway.clock.now() })
      const stop = gateway.events.subscribe((event) => stream.send(event.type, event), 'everywhere')
      return () => {
        clearInterval(timer)
        stop()
        release()
      }
    })
  }
}
