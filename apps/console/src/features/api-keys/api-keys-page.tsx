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
import { CreateKeyDialog, MerchantApiOff } from './create-key-dialog.tsx'
import { scopeLabel } from './scope-messages.ts'

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
      title="API keys"
      aside={<span className="text-soft">Programs that may call the merchant API</span>}
      actions={
        <Button variant="primary" onClick={() => setCreating(true)}>
          <Plus size={16} aria-hidden />
          Create a key…
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-sm text-soft">
        A program sends its key as <code translate="no">Authorization: Bearer …</code> to the merchant API: under{' '}
        <code translate="no">/merchant</code> of <code translate="no">galla gateway</code>, or where your server mounts{' '}
        <code translate="no">gateway.merchant.fetch</code>. Keys that the gateway was started with may do everything and
        are not listed here.
      </p>
      {about && (
        <p className="mb-4 max-w-prose">
          {about.merchantApi ? 'The merchant API of this gateway is on.' : <MerchantApiOff />}
        </p>
      )}
      <QueryView query={query} what="the API keys">
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No key yet">Programs call the merchant API with one.</EmptyState>
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
          <span className="font-strong">{name}</span>{' '}
          <code translate="no" className="text-sm">
            {prefix}…
          </code>
        </p>
        <p className="text-sm">
          {scopes.map(scopeLabel).join(', ')}; {callsPerSec} calls per second
          {allowedNetworks && `; from ${allowedNetworks.join(', ')}`}
        </p>
        <p className="text-sm text-soft">
          <KeyState apiKey={apiKey} />{' '}
          {lastUsedAtMs === undefined ? (
            'Not used yet.'
          ) : (
            <>
              Last used <Time atMs={lastUsedAtMs} />.
            </>
          )}{' '}
          Created <Time atMs={createdAtMs} /> by {createdBy === 'program' ? 'a program' : createdBy}.
        </p>
      </div>
      {state !== 'revoked' && (
        <Button small onClick={onRevoke}>
          Revoke…<span className="sr-only"> the key {name}</span>
        </Button>
      )}
    </li>
  )
}

function KeyState({ apiKey: { state, expiresAtMs, revokedAtMs } }: { apiKey: ApiKey }) {
  if (revokedAtMs !== undefined)
    return (
      <span className="text-bad">
        Revoked <Time atMs={revokedAtMs} />.
      </span>
    )
  if (expiresAtMs === undefined) return 'Never expires.'
  return (
    <span className={state === 'expired' ? 'text-bad' : ''}>
      {state === 'expired' ? 'Expired' : 'Expires'} <Time atMs={expiresAtMs} planned />.
    </span>
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
      title={`Revoke ${name}`}
      action="Revoke the key"
      busy={revoke.isPending}
      error={revoke.error && <ErrorNote error={revoke.error} what="The key was not revoked." />}
    >
      <p>Programs that use this key are refused from their next call on. You cannot undo this.</p>
    </Confirm>
  )
}
