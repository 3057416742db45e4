import { API_KEY_SCOPES, type ApiKeyScope, type CreateApiKey } from '@galla/contract/gateway-api/api-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, messageFor } from '../../api/client.ts'
import { queryKeys, useAbout } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Button, Field, Select } from '../../components/controls.tsx'
import { Dialog, DialogForm } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { createKeyEnglish } from './english.ts'
import { MerchantApiOff } from './merchant-api-off.tsx'
import { SCOPES } from './scope-messages.ts'

const t = messages('api-keys/create', createKeyEnglish)

const DEFAULT_CALLS_PER_SEC = 50
const MAX_CALLS_PER_SEC = 1_000

const DAY_MS = 86_400_000
const EXPIRIES = [
  { value: '30', label: t.expiries.month },
  { value: '90', label: t.expiries.quarter },
  { value: '365', label: t.expiries.year },
  { value: 'never', label: t.expiries.never },
] as const
type Expiry = (typeof EXPIRIES)[number]['value']

/** Creates a key and shows it, once. */
export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const { data: about } = useAbout()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(['read'])
  const [expiry, setExpiry] = useState<Expiry>('365')
  const [calls, setCalls] = useState(String(DEFAULT_CALLS_PER_SEC))
  const [networks, setNetworks] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const create = useMutation({
    mutationFn: () => {
      const end = expiry === 'never' ? {} : { expiresAtMs: Date.now() + Number(expiry) * DAY_MS }
      const body: CreateApiKey = {
        name: name.trim(),
        scopes,
        callsPerSec: Number(calls),
        ...end,
        ...networksOf(networks),
      }
      return consoleApi('POST /api-keys', { body })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  })
  if (create.data) {
    return (
      <Dialog open onClose={onClose} title={create.data.apiKey.name}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p>{t.keep}</p>
          <CodeBlock label={t.key} code={create.data.key} />
          {about?.merchantApi === false && (
            <p>
              <MerchantApiOff />
            </p>
          )}
          <div className="flex justify-end">
            <Button variant="primary" onClick={onClose}>
              {t.done}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  const ofName = messageFor(create.error, 'name')
  const ofNetworks = messageFor(create.error, 'allowedNetworks')
  const isCallsRight = /^\d{1,4}$/.test(calls) && Number(calls) >= 1 && Number(calls) <= MAX_CALLS_PER_SEC
  const isReady = name.trim() !== '' && scopes.length > 0 && isCallsRight
  return (
    <Dialog open onClose={onClose} title={t.title}>
      <DialogForm
        action={t.action}
        busy={create.isPending}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (isReady) create.mutate()
        }}
      >
        <Field
          label={t.name}
          data-first
          value={name}
          onChange={setName}
          maxLength={100}
          autoComplete="off"
          placeholder="shop"
          hint={t.nameHint}
          error={submitted && name.trim() === '' ? t.noName : ofName}
        />
        <ScopeFields scopes={scopes} onChange={setScopes} />
        {submitted && scopes.length === 0 && (
          <p role="alert" className="text-sm font-strong text-bad">
            {t.noScope}
          </p>
        )}
        <Field
          label={t.calls}
          value={calls}
          onChange={setCalls}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          hint={t.callsHint(MAX_CALLS_PER_SEC, DEFAULT_CALLS_PER_SEC)}
          error={submitted && !isCallsRight ? t.wrongCalls(MAX_CALLS_PER_SEC) : undefined}
        />
        <Field
          label={t.networks}
          value={networks}
          onChange={setNetworks}
          maxLength={2_000}
          autoComplete="off"
          placeholder="203.0.113.0/24, 2001:db8:1::/48"
          hint={t.networksHint}
          error={ofNetworks}
        />
        <Select<Expiry> label={t.expiry} value={expiry} onChange={setExpiry} options={EXPIRIES} />
        {create.error && ofName === undefined && ofNetworks === undefined && (
          <ErrorNote error={create.error} what={t.failed} />
        )}
      </DialogForm>
    </Dialog>
  )
}

function networksOf(text: string): Pick<CreateApiKey, 'allowedNetworks'> {
  const allowedNetworks = text.split(/[\s,]+/).filter((one) => one !== '')
  return allowedNetworks.length === 0 ? {} : { allowedNetworks }
}

interface ScopeFieldsProps {
  scopes: readonly ApiKeyScope[]
  onChange(scopes: readonly ApiKeyScope[]): void
}

function ScopeFields({ scopes, onChange }: ScopeFieldsProps) {
  return (
    <fieldset>
      <legend className="text-sm font-strong">{t.scopes}</legend>
      {API_KEY_SCOPES.map((scope) => (
        <label key={scope} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brass"
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              onChange(API_KEY_SCOPES.filter((one) => (one === scope ? target.checked : scopes.includes(one))))
            }
          />
          <span>
            {SCOPES[scope].name} <span className="block text-sm text-soft">{SCOPES[scope].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
