import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from '../../api/browser.ts'
import { ApiError, consoleApi, session } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button, Field } from '../../components/controls.tsx'
import { showToast } from '../../components/dialog.tsx'
import { isComplete, NewPasswordFields, NO_PASSWORD } from '../../components/new-password.tsx'
import { DescriptionList, Detail, ErrorNote, Note, PageFrame, QueryView, Section } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { roleLabel } from '../../i18n/terms.ts'
import { ROLE_TEXTS } from '../users/role-messages.ts'
import { SessionList } from '../users/session-list.tsx'
import { accountEnglish } from './english.ts'
import { PasskeySettings } from './passkeys.tsx'
import { SecondFactorSettings } from './second-factor.tsx'

const t = messages('account/page', accountEnglish)

/** The account of who is logged in. */
export function AccountPage() {
  const { user, secondFactorNeeded } = useStore(session)
  return (
    <PageFrame title={t.title}>
      {secondFactorNeeded && (
        <div className="mb-6">
          <Note tone="wait">
            <p>{t.needed}</p>
          </Note>
        </div>
      )}
      {user && (
        <DescriptionList>
          <Detail name={t.name}>
            <span translate="no">{user.name}</span>
          </Detail>
          <Detail name={t.role}>
            {roleLabel(user.role)}
            <span className="block text-sm text-soft">{ROLE_TEXTS[user.role]}</span>
          </Detail>
        </DescriptionList>
      )}
      <Section title={t.factor}>
        <SecondFactorSettings />
      </Section>
      <Section title={t.passkeys}>
        <PasskeySettings />
      </Section>
      {!secondFactorNeeded && (
        <Section title={t.password.title}>
          <ChangePassword />
        </Section>
      )}
      <Section title={t.sessions.title}>
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
      showToast(t.password.changed, 'good')
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
        label={t.password.current}
        type="password"
        autoComplete="current-password"
        maxLength={256}
        value={current}
        onChange={setCurrent}
        error={submitted && current === '' ? t.password.none : field === 'current' ? change.error?.message : undefined}
      />
      <NewPasswordFields
        value={value}
        onChange={setValue}
        submitted={submitted}
        refusal={field === 'password' ? change.error?.message : undefined}
      />
      {change.error && field === undefined && <ErrorNote error={change.error} what={t.password.failed} />}
      <Button type="submit" variant="primary" busy={change.isPending} className="justify-self-start">
        {t.password.change}
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
      {end.error && <ErrorNote error={end.error} what={t.sessions.failed} />}
      <QueryView query={query} what={t.sessions.what} lines={3}>
        {({ rows }) => <SessionList sessions={rows} onEnd={(sessionId) => end.mutate(sessionId)} />}
      </QueryView>
    </>
  )
}
