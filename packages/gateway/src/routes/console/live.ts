import type { Context } from 'hono'
import { eventStream } from '../../http/event-stream.ts'
import type { ConsoleContext } from './context.ts'
import { readSessionToken } from './session.ts'

/** How often the session is checked. Milliseconds. */
const CHECK_MS = 15_000

/** Streams changes of all replicas. The stream ends with its session, also when the logout happens elsewhere. */
export function live({ gateway, sessions, address, heartbeatMs }: ConsoleContext, c: Context): Response {
  const token = readSessionToken(c, address.https) ?? ''
  return eventStream(c.req.raw, heartbeatMs, (stream) => {
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
    }
  })
}
