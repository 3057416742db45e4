import type { Role } from '@galla/contract/gateway-api/roles'
import type { Invitation } from '@galla/contract/gateway-api/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleUrl } from '../../api/browser.ts'
import { consoleApi, messageFor } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Button, Field, Select } from '../../components/controls.tsx'
import { Dialog, DialogForm } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { inviteEnglish } from './english.ts'
import { ROLE_OPTIONS, ROLE_TEXTS } from './role-messages.ts'

const t = messages('users/invite', inviteEnglish)

/** Adds a user and shows the link to send. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [submitted, setSubmitted] = useState(false)
  const invite = useMutation({
    mutationFn: () => consoleApi('POST /users', { body: { name: name.trim(), role } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.users }),
  })
  const ofName = messageFor(invite.error, 'name')
  if (invite.data) {
    return (
      <Dialog open onClose={onClose} title={t.invitation}>
        <InvitationLink invitation={invite.data} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title={t.title}>
      <DialogForm
        action={t.action}
        busy={invite.isPending}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (name.trim() !== '') invite.mutate()
        }}
      >
        <Field
          label={t.name}
          data-first
          value={name}
          onChange={setName}
          maxLength={100}
          autoComplete="off"
          placeholder="asha@shop.example"
          hint={t.nameHint}
          error={submitted && name.trim() === '' ? t.noName : ofName}
        />
        <div className="grid gap-1">
          <Select<Role> label={t.role} value={role} onChange={setRole} options={ROLE_OPTIONS} />
          <p className="text-sm text-soft">{ROLE_TEXTS[role]}</p>
        </div>
        {invite.error && ofName === undefined && <ErrorNote error={invite.error} what={t.failed} />}
      </DialogForm>
    </Dialog>
  )
}

interface InvitationLinkProps {
  invitation: Invitation
  onClose(): void
}

/** A link to set a password. It is shown once. */
export function InvitationLink({ invitation: { user, token, expiresAtMs }, onClose }: InvitationLinkProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>{phrase(t.send(<strong translate="no">{user.name}</strong>, <Time atMs={expiresAtMs} full planned />))}</p>
      <CodeBlock label={t.link} code={`${consoleUrl('invitation')}#${token}`} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </div>
  )
}
