import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

/** Path at which the gateway serves the console, from the page's `<base>`: `/admin/payments/`. */
export const basePath = (): string => new URL(document.baseURI).pathname

/** Absolute URL of a path below the console's base: `orders/o-1`, `api/orders.csv`. */
export const consoleUrl = (path: string): string => new URL(path.replace(/^\//, ''), document.baseURI).href

/** Search parameters of an address as strings. The router's default would put numbers in quotes. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The reverse of `parseSearch`; undefined and empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  return params.size === 0 ? '' : `?${params}`
}

/** For a route's `validateSearch`: keeps the named parameters that have a value and drops all others. */
export function textParams<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const params: { [Key in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string' && value !== '') params[name] = value
    }
    return params
  }
}

interface SetSearchOptions {
  /** Adds an entry to the browser's history instead of replacing the current one. @default false */
  push?: boolean
  /** @default false */
  resetScroll?: boolean
}

/** Returns a function that changes search parameters of the current page; an empty value removes one. The state of the entry in the history stays. */
export function useSetSearch<Search extends object>() {
  const navigate = useNavigate()
  return (change: Partial<Search>, { push = false, resetScroll = false }: SetSearchOptions = {}): void =>
    void navigate({
      to: '.',
      search: ((now: Search) => ({ ...now, ...change })) as never,
      replace: !push,
      resetScroll,
      state: true,
    })
}

/** Fields that may be undefined become optional. */
type Defined<Fields> = { [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key] } & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>
}

/** A copy without the undefined fields: `exactOptionalPropertyTypes` tells an absent field from an undefined one. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
}

const storageKey = (name: string) => `galla-console ${basePath()} ${name}`

/** A setting of this browser; undefined when it was never set or storage is not available. */
export function readSetting(name: string): string | undefined {
  try {
    return localStorage.getItem(storageKey(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a setting of this browser; undefined removes it. */
export function writeSetting(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(storageKey(name))
    else localStorage.setItem(storageKey(name), value)
  } catch {
    // Storage is blocked or full: the setting lasts until the page is closed.
  }
}

/** A value outside of React that components can subscribe to. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>): Value =>
  useSyncExternalStore(store.subscribe, store.get)

/** True while the window matches the media query. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** True on narrow screens, where the rows of a table are stacked. */
export const useNarrow = (): boolean => useMedia('(max-width: 47.99rem)')

const CLOCK_STEP_MS = 15_000

/** One timer for all relative times on the page; it runs only while one of them is mounted. */
const clockListeners = new Set<() => void>()
let clockTimer: ReturnType<typeof setInterval> | undefined
let nowMs = Date.now()

function tick(): void {
  nowMs = Date.now()
  for (const listener of clockListeners) listener()
}

function subscribeToClock(listener: () => void): () => void {
  clockListeners.add(listener)
  clockTimer ??= setInterval(tick, CLOCK_STEP_MS)
  return () => {
    clockListeners.delete(listener)
    if (clockListeners.size > 0) return
    clearInterval(clockTimer)
    clockTimer = undefined
  }
}

function readClock(): number {
  // While the timer is stopped, nowMs goes stale.
  if (Date.now() - nowMs > CLOCK_STEP_MS) nowMs = Date.now()
  return nowMs
}

/** The browser's time in epoch milliseconds, updated every 15 seconds. */
export const useNow = (): number => useSyncExternalStore(subscribeToClock, readClock)
