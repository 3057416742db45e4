import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { followBooks } from '../api/live.ts'
import { session } from '../api/session.ts'
import { useStore } from '../lib/use-store.ts'
import { Login } from './login.tsx'

/** Nothing is shown to nobody: the login stands in front of every page, and the address stays what it was. */
export function Gate({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { phase } = useStore(session)

  useEffect(() => {
    if (phase !== 'asking') return
    call('GET /session').then(
      ({ csrfToken }) => session.enter(csrfToken),
      (error: unknown) => {
        if (!(error instanceof ApiError && error.status === 401)) session.doubt()
      },
    )
  }, [phase])

  useEffect(() => {
    if (phase === 'in') return followBooks(client)
    // What the last person saw is not for the next.
    if (phase === 'out') client.clear()
    return undefined
  }, [phase, client])

  if (phase === 'asking') return null
  return phase === 'out' ? <Login /> : children
}
