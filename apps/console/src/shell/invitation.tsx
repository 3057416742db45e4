import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { consoleUrl } from '../api/browser.ts'
import { ApiError, consoleApi, session } from '../api/client.ts'
import { Button, buttonClass } from '../components/controls.tsx'
import { isComplete, NewPasswordFields, NO_PASSWORD } from '../components/new-password.tsx'
import { ErrorNote, QueryView } from '../components/page.tsx'
import { LoginFrame } from './login-frame.tsx'

/** The page of a one-time link. Its token stands after `#`, which browsers do not send. */
export function Invitation() {
  const [token] = useState(() => window.location.hash.slice(1))
  const invited = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => consoleApi('POST /invitations/check', { body: { token } }),
  })
  useEffect(() => {
    document.title = 'Set a password · Galla console'
  }, [])
  const isGone = invited.error instanceof ApiError && invited.error.status === 404
  return (
    <LoginFrame title="Set your password" text={invited.data && `For ${invited.data.name}, in the Galla console.`}>
      <div className="mt-6 grid gap-4">
        {isGone ? (
          <>
            <ErrorNote error={invited.error} what="There is no such invitation." />
            <a href={consoleUrl('')} className={buttonClass()}>
              Log in
            </a>
          </>
        ) : (
          <QueryView query={invited} what="the invitation" lines={3}>
            {({ name }) => <SetPassword token={token} name={name} />}
          </QueryView>
        )}
      </div>
    </LoginFrame>
  )
}

function SetPassword({ token, name }: { token: string; name: string }) {
  const [value, setValue] = useState(NO_PASSWORD)
  const [submitted, setSubmitted] = useState(false)
  const accept = useMutation({
    mutationFn: () => consoleApi('POST /invitations/accept', { body: { token, password: value.password } }),
    onSuccess: ({ session: opened }) => {
      // With a second factor, the login asks for a code.
      if (opened) session.start(opened)
      window.location.replace(consoleUrl(''))
    },
  })
  const isRefused = accept.error instanceof ApiError && accept.error.field === 'password'
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (isComplete(value) && !accept.isPending) accept.mutate()
      }}
    >
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <NewPasswordFields
        value={value}
        onChange={setValue}
        submitted={submitted}
        refusal={isRefused ? accept.error?.message : undefined}
      />
      {accept.error && !isRefused && <ErrorNote error={accept.error} what="The password was not set." />}
      <Button type="submit" variant="primary" busy={accept.isPending}>
        Set the password and log in
      </Button>
    </form>
  )
}
