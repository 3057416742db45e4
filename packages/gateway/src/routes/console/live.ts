import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import type { Context } from 'hono'
import { eventStream, OpenStreams } from '../../http/event-stream.ts'
import { HttpError } from '../../http/responses.ts'
import { mayUse, type UserContext } from './context.ts'
import { readSessionToken } from './session.ts'

/** Interval of the check that the reader still has the permission: a change may come from another replica. Milliseconds. */
const CHECK_MS = 3_000

/** Interval at which the stream says that this process answers. A browser notices a closed connection by itself, and a hanging process by this sign. Milliseconds. */
const BEAT_MS = 1_000

/** A user has a few browsers with some tabs each. */
const MAX_STREAMS_PER_USER = 24

/** An order's page shows when it was checked. */
const withoutCall = ({ callId: _, endpoint: __, httpStatus: ___, ...event }: LiveEvent & { type: 'call' }): LiveEvent =>
  event

/** The live streams of this process. */
export interface LiveStreams {
  open(user: UserContext, c: Context): Response
  /** Ends the streams whose readers may read them no longer. */
  checkAll(): void
}

/**
 * Streams changes of all replicas. A stream ends with its session, and when its user loses the permission or needs a second factor: at once
 * after a request to this process, within seconds after one to another.
 */
export function liveForUsers(): LiveStreams {
  const streams = new OpenStreams(MAX_STREAMS_PER_USER)
  const checks = new Set<() => Promise<void>>()
  return {
    checkAll() {
      for (const check of checks) void check()
    },
    open({ gateway, sessions, session, address, heartbeatMs }, c) {
      const { userId } = session.user
      if (streams.isFull(userId)) {
        throw new HttpError(429, 'TOO_MANY_STREAMS', 'You have too many pages of the console open. Close some of them.')
      }
      const token = readSessionToken(c, address.https) ?? ''
      return eventStream(c.req.raw, heartbeatMs, (stream) => {
        const release = streams.take(userId)
        // What the calls to the provider were is for those who may read their log.
        let mayReadCalls = mayUse(session, 'GET /calls')
        let [isChecking, isWanted] = [false, false]
        // One at a time: a slow database must not get more of them. What changed while one was running needs another.
        const check = async () => {
          isWanted = true
          if (isChecking) return
          isChecking = true
          while (isWanted && !stream.closed) {
            isWanted = false
            // An unavailable database says nothing about the session.
            await sessions
              .peek(token)
              .then((open) => {
                mayReadCalls = open !== undefined && mayUse(open, 'GET /calls')
                if (!open || !mayUse(open, 'GET /live')) stream.close()
              })
              .catch(() => {})
          }
          isChecking = false
        }
        checks.add(check)
        const timer = setInterval(check, heartbeatMs ?? CHECK_MS)
        timer.unref()
        const beat = setInterval(
          () => stream.send('beat', { type: 'beat' } satisfies LiveEvent),
          heartbeatMs ?? BEAT_MS,
        )
        beat.unref()
        stream.send('hello', { type: 'hello', cursor: gateway.events.cursor() })
        const stop = gateway.events.subscribe((event) => {
          stream.send(event.type, event.type === 'call' && !mayReadCalls ? withoutCall(event) : event)
        }, 'everywhere')
        return () => {
          checks.delete(check)
          clearInterval(timer)
          clearInterval(beat)
          stop()
          release()
        }
      })
    },
  }
}
