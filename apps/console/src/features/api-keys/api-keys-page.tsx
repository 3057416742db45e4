import type { ApiKey } from '@galla/contract/gateway-api/api-keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys, useAbout } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { EmptyState, ErrorNote, PageFrame, QueryView } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { apiKeysEnglish } from './english.ts'
import { MerchantApiOff } from './merchant-api-off.tsx'
import { SCOPES } from './scope-messages.ts'

const t = messages('api-keys/page', apiKeysEnglish)

/** Keys of the merchant API that are stored in the database. */
export function ApiKeysPage() {
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  const { data: about } = useAbout()
  const query = useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => consoleApi('GET /api-keys', { signal }),
  })
  return (
    <PageFrame
      title={t.title}
      aside={<span className="text-soft">{t.aside}</span>}
      actions={
        <Button variant="primary" onClick={() => setCreating(true)}>
          <Plus size={16} aria-hidden />
          {t.create}
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-sm text-soft">
        {phrase(
          t.use(
            <code translate="no">Authorization: Bearer …</code>,
            <code translate="no">/merchant</code>,
            <code translate="no">galla gateway</code>,
            <code translate="no">gateway.merchant.fetch</code>,
          ),
        )}
      </p>
      {about && <p className="mb-4 max-w-prose">{about.merchantApi ? t.apiOn : <MerchantApiOff />}</p>}
      <QueryView query={query} what={t.keys}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
          ) : (
            <ul className="border-t border-rule">
              {rows.map((key) => (
                <KeyRow key={key.keyId} apiKey={key} onRevoke={() => setRevoking(key)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </PageFrame>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const { name, prefix, scopes, callsPerSec, allowedNetworks, state, createdBy, createdAtMs, lastUsedAtMs } = apiKey
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-rule py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span translate="no" className="font-strong">
            {name}
          </span>{' '}
          <code translate="no" className="text-sm">
            {prefix}…
          </code>
        </p>
        <p className="text-sm">
          {t.rights(scopes.map((scope) => SCOPES[scope].name).join(', '), callsPerSec)}
          {allowedNetworks && t.networks(allowedNetworks.join(', '))}
        </p>
        <p className="text-sm text-soft">
          <KeyState apiKey={apiKey} />{' '}
          {lastUsedAtMs === undefined ? t.unused : phrase(t.used(<Time atMs={lastUsedAtMs} />))}{' '}
          {phrase(
            t.created(
              <Time atMs={createdAtMs} />,
              createdBy === 'program' ? t.program : <span translate="no">{createdBy}</span>,
            ),
          )}
        </p>
      </div>
      {state !== 'revoked' && (
        <Button small onClick={onRevoke}>
          {t.revoke.open}
          <span className="sr-only">{phrase(t.revoke.which(<span translate="no">{name}</span>))}</span>
        </Button>
      )}
    </li>
  )
}

function KeyState({ apiKey: { state, expiresAtMs, revokedAtMs } }: { apiKey: ApiKey }) {
  if (revokedAtMs !== undefined)
    return <span className="text-bad">{phrase(t.revoked(<Time atMs={revokedAtMs} />))}</span>
  if (expiresAtMs === undefined) return t.lasting
  const time = <Time atMs={expiresAtMs} planned />
  return state === 'expired' ? (
    <span className="text-bad">{phrase(t.expired(time))}</span>
  ) : (
    <span>{phrase(t.expires(time))}</span>
  )
}

function RevokeDialog({ apiKey: { keyId, name }, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => consoleApi('POST /api-keys/:keyId/revoke', { params: { keyId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.apiKeys })
      onClose()
    },
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      title={t.revoke.title(name)}
      action={t.revoke.action}
      busy={revoke.isPending}
      error={revoke.error && <ErrorNote error={revoke.error} what={t.revoke.failed} />}
    >
      <p>{t.revoke.text}</p>
    </Confirm>
  )
}
