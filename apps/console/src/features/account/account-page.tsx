import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from '../../api/browser.ts'
import { ApiError, consoleApi, session } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button, Field } from '../../components/controls.tsx'
import { showToast } from '../../components/dialog.tsx'
import { isComplete, NewPasswordFields, NO_PASSWORD } from '../../components/new-password.tsx'
import { DescriptionList, Detail, ErrorNote, Note, PageFrame, QueryView, Section } from '../../components/page.tsx'
import { roleLabel } from '../../i18n/terms.ts'
import { ROLE_TEXTS } from '../users/role-messages.ts'
import { SessionList } from '../users/session-list.tsx'
import { PasskeySettings } from './passkeys.tsx'
import { SecondFactorSettings } from './second-factor.tsx'

/** The account of who is logged in. */
export function AccountPage() {
  const { user, secondFactorNeeded } = useStore(session)
  return (
    <PageFrame title="Your account">
      {secondFactorNeeded && (
        <div className="mb-6">
          <Note tone="wait">
            <p>
              Your role needs a second factor. Set it up below, an app or a passkey; until then the other pages are
              closed.
            </p>
          </Note>
        </div>
      )}
      {user && (
        <DescriptionList>
          <Detail name="Name">{user.name}</Detail>
          <Detail name="Role">
            {roleLabel(user.role)}
            <span className="block text-sm text-soft">{ROLE_TEXTS[user.role]}</span>
          </Detail>
        </DescriptionList>
      )}
      <Section title="Second factor">
        <SecondFactorSettings />
      </Section>
      <Section title="Passkeys">
        <PasskeySettings />
      </Section>
      {!secondFactorNeeded && (
        <Section title="Password">
          <ChangePassword />
        </Section>
      )}
      <Section title="Your sessions">
        <OwnSessions />
      </Section>
    </PageFrame>
  )
}

function ChangePassword() {
  const client = useQueryClient()
  const [current, setCurrent] = useState('')
  const [value, setValue] = useState(NO_PASSWORD)
  const [submitted, setSubmitted] = useState(false)
  const change = useMutation({
    mutationFn: () => consoleApi('POST /account/password', { body: { current, password: value.password } }),
    onSuccess: async () => {
      setCurrent('')
      setValue(NO_PASSWORD)
      setSubmitted(false)
      showToast('The password is changed. Your other sessions are ended.', 'good')
      await client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
  })
  const field = change.error instanceof ApiError ? change.error.field : undefined
  return (
    <form
      className="grid max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (current !== '' && isComplete(value) && !change.isPending) change.mutate()
      }}
    >
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        maxLength={256}
        value={current}
        onChange={setCurrent}
        error={
          submitted && current === ''
            ? 'Enter your current password.'
            : field === 'current'
              ? change.error?.message
              : undefined
        }
      />
      <NewPasswordFields
        value={value}
        onChange={setValue}
        submitted={submitted}
        refusal={field === 'password' ? change.error?.message : undefined}
      />
      {change.error && field === undefined && <ErrorNote error={change.error} what="The password was not changed." />}
      <Button type="submit" variant="primary" busy={change.isPending} className="justify-self-start">
        Change the password
      </Button>
    </form>
  )
}

function OwnSessions() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => consoleApi('GET /account/sessions', { signal }),
  })
  const end = useMutation({
    mutationFn: (sessionId: string) => consoleApi('DELETE /account/sessions/:sessionId', { params: { sessionId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
  return (
    <>
      {end.error && <ErrorNote error={end.error} what="The session was not ended." />}
      <QueryView query={query} what="your sessions" lines={3}>
        {({ rows }) => <SessionList sessions={rows} onEnd={(sessionId) => end.mutate(sessionId)} />}
      </QueryView>
    </>
  )
}
