import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from '../api/browser.ts'
import { ApiError, consoleApi, session } from '../api/client.ts'
import { followChanges } from '../api/live.ts'
import { Button, Field } from '../components/controls.tsx'
import { ErrorNote, Note } from '../components/page.tsx'
import { ThemeSwitch } from './theme.tsx'

/** Shows the login in front of every page until a session is open; the address stays the same. */
export function LoginGate({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { phase } = useStore(session)

  const [error, setError] = useState<unknown>()
  const checkSession = useCallback(() => {
    setError(undefined)
    consoleApi('GET /session').then(
      ({ csrfToken }) => session.start(csrfToken),
      // A 401 has already ended the session, which shows the login. Other errors say nothing about the session.
      (failure: unknown) => setError(failure instanceof ApiError && failure.status === 401 ? undefined : failure),
    )
  }, [])

  useEffect(() => {
    if (phase === 'checking') checkSession()
  }, [phase, checkSession])

  useEffect(() => {
    if (phase === 'logged-in') return followChanges(client)
    // The next user must not see data of the last one.
    if (phase === 'logged-out') client.clear()
    return undefined
  }, [phase, client])

  if (phase === 'checking') {
    return error === undefined ? null : (
      <main className="mx-auto max-w-xl px-4 py-12">
        <h1 className="mb-6 text-xl">Galla console</h1>
        <ErrorNote error={error} what="The console could not be opened." onRetry={checkSession} />
      </main>
    )
  }
  return phase === 'logged-out' ? <Login /> : children
}

/** The login form: one password, no user names. */
function Login() {
  const { expired } = session.get()
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const login = useMutation({
    mutationFn: (body: { password: string }) => consoleApi('POST /session', { body }),
    onSuccess: ({ csrfToken }) => session.start(csrfToken),
    onError: () => form.current?.querySelector('input')?.select(),
  })
  const isWrong = login.error instanceof ApiError && login.error.code === 'WRONG_PASSWORD'

  useEffect(() => {
    document.title = 'Log in · Galla console'
    form.current?.querySelector('input')?.focus()
  }, [])

  return (
    <div className="flex min-h-dvh flex-col">
      <main className="m-auto w-full max-w-sm px-4 py-12">
        <div className="border-y-4 border-double border-rule-strong py-8">
          <h1 className="text-xl">Galla console</h1>
          <p className="mt-1 text-soft">Orders, refunds and webhooks of this shop.</p>
          <form
            ref={form}
            className="mt-6 grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              setIsMissing(password === '')
              if (password !== '' && !login.isPending) login.mutate({ password })
            }}
          >
            {expired && !login.error && <Note tone="neutral">Your session has expired. Log in to continue.</Note>}
            <Field
              label="Password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={isMissing && password === '' ? 'Enter the password.' : isWrong ? login.error?.message : undefined}
              hint="The setting console.password of the gateway. The demo prints it when it starts."
            />
            {login.error && !isWrong && <ErrorNote error={login.error} what="You are not logged in." />}
            <Button type="submit" variant="primary" busy={login.isPending}>
              Log in
            </Button>
          </form>
        </div>
      </main>
      <footer className="flex justify-center p-4">
        <ThemeSwitch />
      </footer>
    </div>
  )
}
