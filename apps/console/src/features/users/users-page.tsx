import type { User } from '@galla/contract/gateway-api/users'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSetSearch } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { PageFrame, QueryView, Section } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { roleLabel } from '../../i18n/terms.ts'
import { usersEnglish } from './english.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { RequiredFactors } from './required-factors.tsx'
import { UserDialog } from './user-dialog.tsx'

const t = messages('users/list', usersEnglish)

/** The people who use the console. */
export function UsersPage() {
  const { open } = useSearch({ from: '/users' })
  const setSearch = useSetSearch<{ open: string }>()
  const [inviting, setInviting] = useState(false)
  const query = useQuery({ queryKey: queryKeys.users, queryFn: ({ signal }) => consoleApi('GET /users', { signal }) })
  const opened = query.data?.rows.find(({ userId }) => userId === open)
  return (
    <PageFrame
      title={t.title}
      aside={<span className="text-soft">{t.aside}</span>}
      actions={
        <Button variant="primary" onClick={() => setInviting(true)}>
          <UserPlus size={16} aria-hidden />
          {t.invite}
        </Button>
      }
    >
      <QueryView query={query} what={t.users}>
        {({ rows }) => (
          <ul className="border-t border-rule">
            {rows.map((user) => (
              <UserRow key={user.userId} user={user} onOpen={() => setSearch({ open: user.userId }, { push: true })} />
            ))}
          </ul>
        )}
      </QueryView>
      <Section title={t.factor}>
        <RequiredFactors />
      </Section>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {opened && <UserDialog user={opened} onClose={() => setSearch({ open: '' })} />}
    </PageFrame>
  )
}

function UserRow({ user, onOpen }: { user: User; onOpen(): void }) {
  const { name, role, lastLoginAtMs } = user
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[minmax(0,2fr)_8rem_minmax(0,1.4fr)_auto]">
      <span translate="no" className="font-strong wrap-anywhere">
        {name}
      </span>
      <span className="max-sm:order-1">{roleLabel(role)}</span>
      <span className="text-sm text-soft max-sm:order-2 max-sm:col-span-2">
        <UserState user={user} />
        {lastLoginAtMs !== undefined && <> {phrase(t.lastLogin(<Time atMs={lastLoginAtMs} />))}</>}
      </span>
      <Button small onClick={onOpen}>
        {t.manage}
        <span translate="no" className="sr-only">
          {' '}
          {name}
        </span>
      </Button>
    </li>
  )
}

function UserState({ user: { state, invitedUntilMs, usesConfiguredPassword, hasSecondFactor } }: { user: User }) {
  if (state === 'disabled') return <span className="text-bad">{t.disabled}</span>
  if (state === 'active') {
    const texts = [usesConfiguredPassword && t.configured, hasSecondFactor && t.hasFactor]
    return texts.filter((text) => typeof text === 'string').join(' ')
  }
  if (invitedUntilMs === undefined || invitedUntilMs < Date.now())
    return <span className="text-wait">{t.outdated}</span>
  return <span className="text-wait">{phrase(t.invited(<Time atMs={invitedUntilMs} planned />))}</span>
}
