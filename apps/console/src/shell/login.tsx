import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote, Note } from '../ui/error-note.tsx'
import { Field } from '../ui/field.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

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
