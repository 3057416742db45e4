import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useStore } from '../api/browser.ts'
import { ApiError, consoleApi, session } from '../api/client.ts'
import { followChanges } from '../api/live.ts'
import { part } from '../components/lazy.tsx'
import { ErrorNote, Loading } from '../components/page.tsx'
import { messages } from '../i18n/messages.ts'
import { shellEnglish } from './english.ts'

const t = messages('shell/frame', shellEnglish)

/** Login, proof or note that is shown until a page can be shown. */
const Front = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <main className={`mx-auto max-w-xl px-4 py-12 ${className}`}>
    <h1 className="mb-6 text-xl">{t.console}</h1>
    {children}
  </main>
)

const Opening = () => (
  <Front className="late">
    <Loading what={t.theConsole} />
  </Front>
)

/** Somebody who is logged in loads no login. */
const Login = part(() => import('./login.tsx').then(({ Login }) => Login), { Loading: Opening })

/** A session that is not known by then is asked for again by the user. Milliseconds. */
const TIME_LIMIT_MS = 10_000

/** Shows the login in front of every page until a session is open; the address stays the same. */
export function LoginGate({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { phase, secondFactorNeeded } = useStore(session)

  const [error, setError] = useState<unknown>()
  const checkSession = useCallback(() => {
    setError(undefined)
    consoleApi('GET /session', { signal: AbortSignal.timeout(TIME_LIMIT_MS) }).then(
      session.start,
      // A 401 has already ended the session, which shows the login. Other errors say nothing about the session.
      (failure: unknown) => setError(failure instanceof ApiError && failure.status === 401 ? undefined : failure),
    )
  }, [])

  useEffect(() => {
    if (phase === 'checking') checkSession()
  }, [phase, checkSession])

  useEffect(() => {
    if (phase === 'logged-in' && !secondFactorNeeded) return followChanges(client)
    // The next user must not see data of the last one.
    if (phase === 'logged-out') client.clear()
    return undefined
  }, [phase, secondFactorNeeded, client])

  if (phase === 'checking') {
    return error === undefined ? (
      <Opening />
    ) : (
      <Front>
        <ErrorNote error={error} what={t.notOpened} onRetry={checkSession} />
      </Front>
    )
  }
  return phase === 'logged-out' ? <Login /> : children
}
