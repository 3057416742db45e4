import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { consoleUrl } from '../api/browser.ts'
import { ApiError, consoleApi, messageFor, session } from '../api/client.ts'
import { Button, buttonClass } from '../components/controls.tsx'
import { isComplete, NewPasswordFields, NO_PASSWORD } from '../components/new-password.tsx'
import { ErrorNote, nameDocument, QueryView } from '../components/page.tsx'
import { messages } from '../i18n/messages.ts'
import { loginEnglish } from './english-login.ts'
import { LoginFrame } from './login-frame.tsx'

const { invitation: t, logIn } = messages('shell/login', loginEnglish)

/** The page of a one-time link. Its token stands after `#`, which browsers do not send. */
export function Invitation() {
  const [token] = useState(() => window.location.hash.slice(1))
  const invited = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => consoleApi('POST /invitations/check', { body: { token } }),
  })
  useEffect(() => {
    nameDocument(t.page)
  }, [])
  const isGone = invited.error instanceof ApiError && invited.error.status === 404
  return (
    <LoginFrame title={t.title} text={invited.data && t.for(invited.data.name)}>
      <div className="mt-6 grid gap-4">
        {isGone ? (
          <>
            <ErrorNote error={invited.error} what={t.none} />
            <a href={consoleUrl('')} className={buttonClass()}>
              {logIn}
            </a>
          </>
        ) : (
          <QueryView query={invited} what={t.what} lines={3}>
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
  const refusal = messageFor(accept.error, 'password')
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
      <NewPasswordFields value={value} onChange={setValue} submitted={submitted} refusal={refusal} />
      {accept.error && refusal === undefined && <ErrorNote error={accept.error} what={t.failed} />}
      <Button type="submit" variant="primary" busy={accept.isPending}>
        {t.action}
      </Button>
    </form>
  )
}
