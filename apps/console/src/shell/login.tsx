import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from '../api/browser.ts'
import { ApiError, consoleApi, session } from '../api/client.ts'
import { followChanges } from '../api/live.ts'
import { Button, Field } from '../components/controls.tsx'
import { ErrorNote, Loading, Note } from '../components/page.tsx'
import { CODE_HINTS, CodeField, LoginFrame } from './login-frame.tsx'
import { SignIn, SignInCode, signInOutcome } from './sign-in.tsx'

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
    return (
      <main className={`mx-auto max-w-xl px-4 py-12 ${error === undefined ? 'late' : ''}`}>
        <h1 className="mb-6 text-xl">Galla console</h1>
        {error === undefined ? (
          <Loading what="the console" />
        ) : (
          <ErrorNote error={error} what="The console could not be opened." onRetry={checkSession} />
        )}
      </main>
    )
  }
  return phase === 'logged-out' ? <Login /> : children
}

const passwordOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('[type=password]')

const CODE_ERRORS: ReadonlySet<string> = new Set(['CODE_NEEDED', 'WRONG_CODE'])

/** The field that has just appeared is the next one to fill. */
const focusField = (field: HTMLInputElement | null) => field?.focus()

/** The login, or its second step after a sign-in with a provider. */
function Login() {
  return signInOutcome() === 'CODE_NEEDED' ? <SignInCode /> : <PasswordLogin />
}

/** The login form. The name is that of the last login in this browser, at first the first admin's. */
function PasswordLogin() {
  const { expired } = session.get()
  const [name, setName] = useState(session.lastName)
  const [password, setPassword] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const login = useMutation({
    mutationFn: (body: { name: string; password: string; code?: string }) => consoleApi('POST /session', { body }),
    onSuccess: session.start,
    onError: (error) => {
      const asksCode = error instanceof ApiError && CODE_ERRORS.has(error.code)
      setAsksCode(asksCode)
      if (asksCode && error.code === 'CODE_NEEDED') setAsksPasskey(error.ways.includes('passkey'))
      if (!asksCode) passwordOf(form.current)?.select()
    },
  })
  const [asksPasskey, setAsksPasskey] = useState(false)
  const errorCode = login.error instanceof ApiError ? login.error.code : undefined
  const isWrong = errorCode === 'WRONG_PASSWORD'

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
          if (isComplete && !login.isPending)
            login.mutate({
              name: name.trim(),
              password,
              ...(asksCode && code.trim() !== '' ? { code: code.trim() } : {}),
            })
        }}
      >
        {expired && !login.error && <Note tone="neutral">Your session has ended. Log in to continue.</Note>}
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
            name.trim().toLowerCase() === 'admin' && !asksCode
              ? 'Until admin sets a password: the setting console.password of the gateway. The demo prints it when it starts.'
              : undefined
          }
        />
        {asksCode && (
          <CodeField
            ref={focusField}
            value={code}
            onChange={setCode}
            hint={CODE_HINTS[asksPasskey ? 'passkey' : 'code']}
            error={errorCode === 'WRONG_CODE' ? login.error?.message : undefined}
          />
        )}
        {login.error && !isWrong && !CODE_ERRORS.has(errorCode ?? '') && (
          <ErrorNote error={login.error} what="You are not logged in." />
        )}
        <Button type="submit" variant="primary" busy={login.isPending}>
          Log in
        </Button>
      </form>
      <SignIn />
    </LoginFrame>
  )
}
