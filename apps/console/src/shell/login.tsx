import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from '../api/browser.ts'
import { ApiError, consoleApi, session } from '../api/client.ts'
import { followChanges } from '../api/live.ts'
import { Button, Field } from '../components/controls.tsx'
import { ErrorNote, Note } from '../components/page.tsx'
import { LoginFrame } from './login-frame.tsx'

/** Shows the login in front of every page until a session is open; the address stays the same. */
export function LoginGate({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { phase } = useStore(session)

  const [error, setError] = useState<unknown>()
  const checkSession = useCallback(() => {
    setError(undefined)
    consoleApi('GET /session').then(
      session.start,
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

const passwordOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('[type=password]')

/** The login form. The name is that of the last login in this browser, at first the first admin's. */
function Login() {
  const { expired } = session.get()
  const [name, setName] = useState(session.lastName)
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const login = useMutation({
    mutationFn: (body: { name: string; password: string }) => consoleApi('POST /session', { body }),
    onSuccess: session.start,
    onError: () => passwordOf(form.current)?.select(),
  })
  const isWrong = login.error instanceof ApiError && login.error.code === 'WRONG_PASSWORD'

  useEffect(() => {
    document.title = 'Log in · Galla console'
    passwordOf(form.current)?.focus()
  }, [])

  return (
    <LoginFrame title="Galla console" text="Orders, refunds and webhooks of this shop.">
      <form
        ref={form}
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const isComplete = name.trim() !== '' && password !== ''
          setIsMissing(!isComplete)
          if (isComplete && !login.isPending) login.mutate({ name: name.trim(), password })
        }}
      >
        {expired && !login.error && <Note tone="neutral">Your session has expired. Log in to continue.</Note>}
        <Field
          label="Name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={name}
          onChange={setName}
          error={isMissing && name.trim() === '' ? 'Enter your name.' : undefined}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={isMissing && password === '' ? 'Enter the password.' : isWrong ? login.error?.message : undefined}
          hint={
            name.trim().toLowerCase() === 'admin'
              ? 'Until admin sets a password: the setting console.password of the gateway. The demo prints it when it starts.'
              : undefined
          }
        />
        {login.error && !isWrong && <ErrorNote error={login.error} what="You are not logged in." />}
        <Button type="submit" variant="primary" busy={login.isPending}>
          Log in
        </Button>
      </form>
    </LoginFrame>
  )
}
