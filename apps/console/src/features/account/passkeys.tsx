import type { Passkey } from '@galla/contract/gateway-api/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, consoleApi, messageFor, session } from '../../api/client.ts'
import { hasPasskeys, makePasskey } from '../../api/passkeys.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button, Field } from '../../components/controls.tsx'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { ErrorNote, Note, QueryView } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { browserName } from '../users/session-list.tsx'
import { passkeysEnglish } from './english.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const t = messages('account/passkeys', passkeysEnglish)

const MAX_NAME = 60

/** After a change of the passkeys: the session may need no second factor any more, and others have ended. */
function useRefresh() {
  const client = useQueryClient()
  return async () => {
    session.start(await consoleApi('GET /session'))
    for (const queryKey of [queryKeys.passkeys, queryKeys.secondFactor, queryKeys.sessions])
      await client.invalidateQueries({ queryKey })
  }
}

/** The own passkeys: lists, adds and removes them. */
export function PasskeySettings() {
  const [codes, setCodes] = useState<string[]>()
  const query = useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: ({ signal }) => consoleApi('GET /account/passkeys', { signal }),
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  return (
    <QueryView query={query} what={t.what} lines={3}>
      {({ rows, unavailable }) => (
        <div className="grid max-w-xl gap-4">
          <p className="text-soft">{t.use}</p>
          {rows.length > 0 && (
            <>
              <PasskeyList passkeys={rows} />
              <UnusedCodes />
            </>
          )}
          {!unavailable && hasPasskeys() ? (
            <AddPasskey onCodes={setCodes} />
          ) : (
            <Note tone="neutral">
              <p>{unavailable ? t.unavailable : t.none}</p>
            </Note>
          )}
        </div>
      )}
    </QueryView>
  )
}

/** How many recovery codes are left; the query is that of the section about the app. */
function UnusedCodes() {
  const { data } = useQuery({
    queryKey: queryKeys.secondFactor,
    queryFn: ({ signal }) => consoleApi('GET /account/second-factor', { signal }),
  })
  return data ? <p className="text-soft">{t.codes(data.recoveryCodes)}</p> : null
}

function AddPasskey({ onCodes }: { onCodes(codes: string[]): void }) {
  const refresh = useRefresh()
  const [name, setName] = useState(() => browserName(navigator.userAgent))
  const add = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey(await consoleApi('POST /account/passkeys/options'))
      return consoleApi('POST /account/passkeys', { body: { name: name.trim(), passkey } })
    },
    onSuccess: async ({ recoveryCodes }) => {
      if (recoveryCodes) onCodes(recoveryCodes)
      showToast(t.add.done, 'good')
      await refresh()
    },
  })
  const refusal = messageFor(add.error, 'name')
  return (
    <form
      className="grid max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !add.isPending) add.mutate()
      }}
    >
      <Field
        label={t.add.name}
        autoComplete="off"
        maxLength={MAX_NAME}
        value={name}
        onChange={setName}
        hint={t.add.nameHint}
        error={refusal}
      />
      {add.error && refusal === undefined && <AddError error={add.error} />}
      <Button type="submit" busy={add.isPending} disabled={name.trim() === ''} className="justify-self-start">
        {t.add.action}
      </Button>
    </form>
  )
}

function AddError({ error }: { error: Error }) {
  if (error instanceof ApiError) return <ErrorNote error={error} what={t.add.failed} />
  return (
    <Note tone="bad" role="alert">
      <p>{error.message}</p>
    </Note>
  )
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const refresh = useRefresh()
  const [removing, setRemoving] = useState<Passkey>()
  const remove = useMutation({
    mutationFn: (passkeyId: string) => consoleApi('DELETE /account/passkeys/:passkeyId', { params: { passkeyId } }),
    onSuccess: async () => {
      setRemoving(undefined)
      showToast(t.remove.done, 'good')
      await refresh()
    },
  })
  return (
    <>
      <ul>
        {passkeys.map((passkey) => (
          <li
            key={passkey.passkeyId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3 last:border-b-0"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <span translate="no">{passkey.name}</span>
                {passkey.host !== window.location.hostname && (
                  <span className="text-sm text-soft">{t.host(passkey.host)}</span>
                )}
              </p>
              <p className="text-sm text-soft">
                {phrase(t.added(<Time atMs={passkey.createdAtMs} />))}
                {passkey.lastUsedAtMs === undefined ? t.unused : phrase(t.used(<Time atMs={passkey.lastUsedAtMs} />))}
              </p>
            </div>
            <Button
              small
              onClick={() => {
                remove.reset()
                setRemoving(passkey)
              }}
            >
              {t.remove.open}
              <span className="sr-only">{phrase(t.remove.which(<span translate="no">{passkey.name}</span>))}</span>
            </Button>
          </li>
        ))}
      </ul>
      {removing && (
        <Confirm
          open
          onClose={() => setRemoving(undefined)}
          onConfirm={() => remove.mutate(removing.passkeyId)}
          title={t.remove.title}
          action={t.remove.action}
          busy={remove.isPending}
          error={remove.error && <ErrorNote error={remove.error} what={t.remove.failed} />}
        >
          <p className="wrap-anywhere">{phrase(t.remove.text(<span translate="no">{removing.name}</span>))}</p>
        </Confirm>
      )}
    </>
  )
}
