import type { Role } from '@galla/contract/gateway-api/roles'
import type { ChangeUser, User } from '@galla/contract/gateway-api/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, session } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button, Select } from '../../components/controls.tsx'
import { Confirm, Dialog, showToast } from '../../components/dialog.tsx'
import { ErrorNote, Note, QueryView } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { userEnglish } from './english.ts'
import { InvitationLink } from './invite-dialog.tsx'
import { ROLE_OPTIONS, ROLE_TEXTS } from './role-messages.ts'
import { SessionList } from './session-list.tsx'

const t = messages('users/user', userEnglish)

/** One user: role, link, sessions, and whether they may log in. */
export function UserDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { userId, name } = user
  const client = useQueryClient()
  const [disabling, setDisabling] = useState(false)
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: queryKeys.users })
    await client.invalidateQueries({ queryKey: queryKeys.sessionsOf(userId) })
  }
  const params = { userId }
  const change = useMutation({
    mutationFn: (body: ChangeUser) => consoleApi('POST /users/:userId/change', { params, body }),
    onSuccess: refresh,
  })
  const removeFactor = useMutation({
    mutationFn: () => consoleApi('POST /users/:userId/remove-second-factor', { params }),
    onSuccess: refresh,
  })
  const invite = useMutation({
    mutationFn: () => consoleApi('POST /users/:userId/invite', { params }),
    onSuccess: refresh,
  })
  if (invite.data) {
    return (
      <Dialog open onClose={onClose} title={t.link}>
        <InvitationLink invitation={invite.data} onClose={onClose} />
      </Dialog>
    )
  }
  const isDisabled = user.state === 'disabled'
  const isOwn = session.get().user?.userId === userId
  return (
    <Dialog open onClose={onClose} title={name}>
      <div className="grid gap-6">
        {isDisabled && (
          <Note tone="bad">
            <p>{t.disabled}</p>
          </Note>
        )}
        <RoleForm user={user} busy={change.isPending} onChange={(role) => change.mutate({ role })} />
        {change.error && <ErrorNote error={change.error} what={t.unchanged} />}
        {removeFactor.error && <ErrorNote error={removeFactor.error} what={t.factorStays} />}
        {invite.error && <ErrorNote error={invite.error} what={t.noLink} />}
        <Sessions user={user} />
        <div className="flex flex-wrap justify-between gap-2 border-t border-rule pt-4">
          <Button
            busy={change.isPending}
            onClick={() => (isDisabled ? change.mutate({ disabled: false }) : setDisabling(true))}
          >
            {isDisabled ? t.allow : t.disable.open}
          </Button>
          {user.hasSecondFactor && !isOwn && (
            <Button busy={removeFactor.isPending} onClick={() => removeFactor.mutate()}>
              {t.removeFactor}
            </Button>
          )}
          {!isDisabled && (
            <Button busy={invite.isPending} onClick={() => invite.mutate()}>
              {user.state === 'invited' ? t.newLink : t.passwordLink}
            </Button>
          )}
        </div>
      </div>
      <Confirm
        open={disabling}
        onClose={() => setDisabling(false)}
        onConfirm={() => {
          setDisabling(false)
          change.mutate({ disabled: true })
        }}
        title={t.disable.title(name)}
        action={t.disable.action}
      >
        <p>{t.disable.text}</p>
      </Confirm>
    </Dialog>
  )
}

function RoleForm({ user, busy, onChange }: { user: User; busy: boolean; onChange(role: Role): void }) {
  const [role, setRole] = useState(user.role)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (role !== user.role && !busy) onChange(role)
      }}
    >
      <div className="flex items-end gap-2">
        <Select<Role> label={t.role} value={role} onChange={setRole} options={ROLE_OPTIONS} className="flex-1" />
        <Button type="submit" variant="primary" busy={busy} disabled={role === user.role}>
          {t.changeRole}
        </Button>
      </div>
      <p className="text-sm text-soft">{t.atOnce(ROLE_TEXTS[role])}</p>
    </form>
  )
}

function Sessions({ user: { userId } }: { user: User }) {
  const client = useQueryClient()
  const params = { userId }
  const query = useQuery({
    queryKey: queryKeys.sessionsOf(userId),
    queryFn: ({ signal }) => consoleApi('GET /users/:userId/sessions', { params, signal }),
  })
  const end = useMutation({
    mutationFn: () => consoleApi('DELETE /users/:userId/sessions', { params }),
    onSuccess: async ({ closed }) => {
      showToast(t.sessions.ended(closed))
      await client.invalidateQueries({ queryKey: queryKeys.sessionsOf(userId) })
    },
  })
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3>{t.sessions.title}</h3>
        {query.data && query.data.rows.length > 0 && (
          <Button small busy={end.isPending} onClick={() => end.mutate()}>
            {t.sessions.endAll}
          </Button>
        )}
      </div>
      {end.error && <ErrorNote error={end.error} what={t.sessions.failed} />}
      <QueryView query={query} what={t.sessions.what} lines={2}>
        {({ rows }) => <SessionList sessions={rows} />}
      </QueryView>
    </section>
  )
}
