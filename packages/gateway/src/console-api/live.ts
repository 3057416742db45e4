import type { Context } from 'hono'
import { eventStream } from '../observe/event-stream.ts'
import type { Desk } from './desk.ts'

/** What changes in the books, as it changes. Ends with the session, so that a logout elsewhere is a logout here. */
export function live({ rooms, heartbeatMs }: Desk, c: Context): Response {
  return eventStream(c.req.raw.signal, heartbeatMs, (stream) => {
    stream.send('hello', { type: 'hello', atMs: rooms.clock.now() })
    return rooms.events.subscribe((event) => stream.send(event.type, event), 'everywhere')
  })
}
