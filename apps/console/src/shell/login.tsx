import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from '../api/browser.ts'
import { ApiError, call, session } from '../api/client.ts'
import { followBooks } from '../api/live.ts'
import { Button, Field } from '../components/controls.tsx'
import { ErrorNote, Note } from '../components/page.tsx'
import { ThemeSwitch } from './theme.tsx'

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

/** One password, no names. After it the page that was asked for opens. */
export function Login() {
  const { ended } = session.get()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const login = useMutation({
    mutationFn: (body: { password: string }) => call('POST /session', { body }),
    onSuccess: ({ csrfToken }) => session.enter(csrfToken),
    onError: () => form.current?.querySelector('input')?.select(),
  })
  const wrong = login.error instanceof ApiError && login.error.code === 'WRONG_PASSWORD'

  useEffect(() => {
    document.title = 'Log in · Galla console'
    form.current?.querySelector('input')?.focus()
  }, [])

  return (
    <div className="flex min-h-dvh flex-col">
      <main className="m-auto w-full max-w-sm px-4 py-12">
        <div className="border-y-4 border-double border-rule-strong py-8">
          <h1 className="text-xl">Galla console</h1>
          <p className="mt-1 text-soft">The books of this shop: its orders, refunds and callbacks.</p>
          <form
            ref={form}
            className="mt-6 grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              setMissing(password === '')
              if (password !== '' && !login.isPending) login.mutate({ password })
            }}
          >
            {ended && !login.error && (
              <Note tone="neutral">Your session has ended. Log in to go on where you were.</Note>
            )}
            <Field
              label="Password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={missing && password === '' ? 'Type the password first.' : wrong ? login.error?.message : undefined}
              hint="It stands in the setting console.password; the demo prints it when it starts."
            />
            {login.error && !wrong && <ErrorNote error={login.error} what="You are not logged in." />}
            <Button type="submit" look="main" busy={login.isPending}>
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
