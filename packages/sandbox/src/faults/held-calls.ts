import type { HeldCall } from '@galla/contract/sandbox-api/faults'
import type { Clock } from '../clock.ts'
import { defined } from '../domain/defined.ts'
import type { Scheduler } from '../scheduler.ts'
import { ConnectionReset } from './connection-reset.ts'

/** The subject of a held call, as far as the request names it. */
export type CallSubject = Pick<HeldCall, 'endpoint' | 'merchantOrderId' | 'merchantRefundId'>

/** Calls that faults keep in flight. Their waits end on the sandbox's clock or by a release, so no real time passes on a frozen clock. */
export interface HeldCalls {
  /**
   * Waits `delayMs` on the sandbox's clock, or without it until the call is released.
   * @throws ConnectionReset when the sandbox is reset, restored or closed
   */
  wait(kind: HeldCall['kind'], subject: CallSubject, delayMs: number | undefined): Promise<void>
  /** Waits on the sandbox's clock without being listed: half of a body is sent already. */
  sleep(delayMs: number): Promise<void>
  /** Longest wait first. */
  list(): HeldCall[]
  /** Ends the waits with these ids, or all, and returns them. Unknown ids, such as of calls that went on by themselves, are ignored. */
  release(heldIds?: readonly string[]): HeldCall[]
  /** Closes the connection of every held call. */
  clear(): void
  /** Closes the connection of every call that is held or is to be held: no clock ends their waits any more. */
  close(): void
}

interface Held {
  readonly call: HeldCall | undefined
  /** Lets the call go on, or closes its connection. */
  end(error?: Error): void
}

/** @param sleep replaces the sandbox's clock for waits with a delay */
export function createHeldCalls(
  { clock, scheduler }: { readonly clock: Clock; readonly scheduler: Scheduler },
  sleep?: (ms: number) => Promise<void>,
): HeldCalls {
  const waiting = new Set<Held>()
  let count = 0
  let closed = false

  const hold = (call: HeldCall | undefined, delayMs: number | undefined): Promise<void> => {
    if (delayMs !== undefined && sleep) return sleep(delayMs)
    if (closed) return Promise.reject(new ConnectionReset())
    return new Promise((resolve, reject) => {
      const keepAlive = delayMs === undefined || clock.frozen ? undefined : keepProcessAlive(delayMs)
      const held: Held = {
        call,
        end(error) {
          if (!waiting.delete(held)) return
          clearTimeout(keepAlive)
          if (error) reject(error)
          else resolve()
        },
      }
      waiting.add(held)
      if (delayMs === undefined) return
      scheduler.add(clock.now() + delayMs, () => {
        held.end()
        return callbacksOfPromises()
      })
    })
  }

  const heldCalls: HeldCalls = {
    wait(kind, subject, delayMs) {
      count += 1
      const sinceMs = clock.now()
      const dueAtMs = delayMs === undefined ? undefined : sinceMs + delayMs
      return hold({ heldId: `HLD${count}`, kind, ...subject, sinceMs, ...defined({ dueAtMs }) }, delayMs)
    },
    sleep: (delayMs) => hold(undefined, delayMs),
    list: () => [...waiting].flatMap(({ call }) => call ?? []),
    release(heldIds) {
      const released = [...waiting].filter(({ call }) => call && (heldIds?.includes(call.heldId) ?? true))
      for (const held of released) held.end()
      return released.flatMap(({ call }) => call ?? [])
    },
    clear() {
      for (const held of [...waiting]) held.end(new ConnectionReset())
    },
    close() {
      closed = true
      heldCalls.clear()
    },
  }
  return heldCalls
}

/** The longest delay of Node's timers. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The scheduler's timers do not keep a process running; a caller that waits for an answer must. */
function keepProcessAlive(ms: number): NodeJS.Timeout {
  return setTimeout(() => {}, Math.min(ms, MAX_TIMER_MS))
}

/** Resolves after the promises that are settled now have run their callbacks: the call is answered before the clock moves on. */
export function callbacksOfPromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
