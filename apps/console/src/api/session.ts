import { keep, readKept } from '../lib/kept.ts'
import { createStore } from '../lib/store.ts'

export interface SessionState {
  phase: 'asking' | 'in' | 'out'
  csrfToken?: string
  /** It was open, and the server ended it: the login says so. */
  ended?: true
}

/** The cookie cannot be read from here, so this browser remembers that there should be one: nobody is asked in vain. */
const HINT = 'session'

const store = createStore<SessionState>({ phase: readKept(HINT) === 'open' ? 'asking' : 'out' })

/** Whether somebody is logged in. The token lives in this page's memory alone. */
export const session = {
  get: store.get,
  subscribe: store.subscribe,
  enter(csrfToken: string): void {
    keep(HINT, 'open')
    store.set({ phase: 'in', csrfToken })
  },
  leave(): void {
    const { phase } = store.get()
    keep(HINT, undefined)
    store.set(phase === 'in' ? { phase: 'out', ended: true } : { phase: 'out' })
  },
  /** On one's own wish. */
  close(): void {
    keep(HINT, undefined)
    store.set({ phase: 'out' })
  },
}
