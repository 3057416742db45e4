import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { followBooks } from '../api/live.ts'
import { session } from '../api/session.ts'
import { useStore } from '../lib/use-store.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Login } from './login.tsx'

/** Nothing is shown to nobody: the login stands in front of every page, and the address stays what it was. */
export function Gate({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { phase } = useStore(session)

  const [trouble, setTrouble] = useState<unknown>()
  const ask = useCallback(() => {
    setTrouble(undefined)
    call('GET /session').then(
      ({ csrfToken }) => session.enter(csrfToken),
      // Books that are away say nothing about the session: only a 401 leads to the login, and does so by itself.
      (error: unknown) => setTrouble(error instanceof ApiError && error.status === 401 ? undefined : error),
    )
  }, [])

  useEffect(() => {
    if (phase === 'asking') ask()
  }, [phase, ask])

  useEffect(() => {
    if (phase === 'in') return followBooks(client)
    // What the last person saw is not for the next.
    if (phase === 'out') client.clear()
    return undefined
  }, [phase, client])

  if (phase === 'asking') {
    return trouble === undefined ? null : (
      <main className="mx-auto max-w-xl px-4 py-12">
        <h1 className="mb-6 text-xl">Galla console</h1>
        <ErrorNote error={trouble} what="The console could not be opened." onRetry={ask} />
      </main>
    )
  }
  return phase === 'out' ? <Login /> : children
}
