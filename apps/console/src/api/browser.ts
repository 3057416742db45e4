import { useSyncExternalStore } from 'react'

/** Where the console is mounted, by the page's `<base>`: `/admin/payments/`. */
export const basePath = (): string => new URL(document.baseURI).pathname

/** Address of something under the mount. */
export const under = (path: string): string => new URL(path.replace(/^\//, ''), document.baseURI).href

const keyOf = (name: string) => `galla-console ${basePath()} ${name}`

/** Small choices of this browser. One that keeps nothing forgets them, and that is all. */
export function readKept(name: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(name)) ?? undefined
  } catch {
    return undefined
  }
}

export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), value)
  } catch {
    // Storage is forbidden or full.
  }
}

/** `?state=PENDING&q=42`: names and texts, nothing else. The router's own way would write numbers in quotes. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  return params.size === 0 ? '' : `?${params}`
}

/** Keeps the named params of an address, and of them only what says something. */
export function texts<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const kept: { [Key in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string' && value !== '') kept[name] = value
    }
    return kept
  }
}

/** A value that parts of the page may watch: for `useSyncExternalStore`. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(first: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let value = first
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

/** True while the window fits the query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Where tables become stacked rows. */
export const useNarrow = (): boolean => useMedia('(max-width: 47.99rem)')

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
