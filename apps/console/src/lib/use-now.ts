import { useSyncExternalStore } from 'react'

const STEP_MS = 15_000

/** One timer for every time on the page. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let nowMs = Date.now()

function tick(): void {
  nowMs = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function read(): number {
  if (Date.now() - nowMs > STEP_MS) nowMs = Date.now()
  return nowMs
}

/** The time by this browser, in steps of fifteen seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, read)
