import type { SecondFactorKey } from '@galla/contract/gateway-api/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { consoleApi, messageFor, session } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Button, Field } from '../../components/controls.tsx'
import { ErrorNote, QueryView } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { secondFactorEnglish } from './english.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const t = messages('account/second-factor', secondFactorEnglish)

/** Sets the second factor up, or removes it. */
export function SecondFactorSettings() {
  const [codes, setCodes] = useState<string[]>()
  const query = useQuery({
    queryKey: queryKeys.secondFactor,
    queryFn: ({ signal }) => consoleApi('GET /account/second-factor', { signal }),
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  return (
    <QueryView query={query} what={t.what} lines={2}>
      {({ enabled, recoveryCodes }) =>
        enabled ? <Remove recoveryCodes={recoveryCodes} /> : <SetUp onCodes={setCodes} />
      }
    </QueryView>
  )
}

function SetUp({ onCodes }: { onCodes(codes: string[]): void }) {
  const [password, setPassword] = useState('')
  const begin = useMutation({
    mutationFn: () => consoleApi('POST /account/second-factor/begin', { body: { password } }),
  })
  if (begin.data) return <ConfirmKey made={begin.data} onCodes={onCodes} onCancel={begin.reset} />
  const refusal = messageFor(begin.error, 'password')
  return (
    <form
      className="grid max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '' && !begin.isPending) begin.mutate()
      }}
    >
      <p className="text-soft">{t.use}</p>
      <Field
        label={t.password}
        type="password"
        autoComplete="current-password"
        maxLength={256}
        value={password}
        onChange={setPassword}
        error={refusal}
      />
      {begin.error && refusal === undefined && <ErrorNote error={begin.error} what={t.setUp.failed} />}
      <Button type="submit" busy={begin.isPending} disabled={password === ''} className="justify-self-start">
        {t.setUp.action}
      </Button>
    </form>
  )
}

interface ConfirmKeyProps {
  made: SecondFactorKey
  onCodes(codes: string[]): void
  onCancel(): void
}

function ConfirmKey({ made, onCodes, onCancel }: ConfirmKeyProps) {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => consoleApi('POST /account/second-factor/confirm', { body: { code } }),
    onSuccess: async ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      session.start(await consoleApi('GET /session'))
      await client.invalidateQueries({ queryKey: queryKeys.secondFactor })
    },
  })
  const refusal = messageFor(confirm.error, 'code')
  return (
    <form
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code !== '' && !confirm.isPending) confirm.mutate()
      }}
    >
      <p>{t.confirm.scan}</p>
      <QrCode text={made.uri} label={t.confirm.qr} />
      <CodeBlock label={t.confirm.key} code={made.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
      <Field
        label={t.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        onChange={setCode}
        error={refusal && t.confirm.wrong}
      />
      {confirm.error && refusal === undefined && <ErrorNote error={confirm.error} what={t.confirm.failed} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={confirm.isPending} disabled={code === ''}>
          {t.confirm.action}
        </Button>
        <Button onClick={onCancel}>{t.confirm.cancel}</Button>
      </div>
    </form>
  )
}

/** Black on white in both themes, with the border that scanners need. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 4 })
    const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
    return { size, path }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function Remove({ recoveryCodes }: { recoveryCodes: number }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = useMutation({
    mutationFn: () => consoleApi('POST /account/second-factor/remove', { body: { password, code } }),
    onSuccess: async () => {
      session.start(await consoleApi('GET /session'))
      await client.invalidateQueries({ queryKey: queryKeys.secondFactor })
    },
  })
  const refusals = { password: messageFor(remove.error, 'password'), code: messageFor(remove.error, 'code') }
  return (
    <form
      className="grid max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '' && code !== '' && !remove.isPending) remove.mutate()
      }}
    >
      <p>{t.remove.text(recoveryCodes)}</p>
      {open ? (
        <>
          <Field
            label={t.password}
            type="password"
            autoComplete="current-password"
            maxLength={256}
            value={password}
            onChange={setPassword}
            error={refusals.password}
          />
          <Field
            label={t.code}
            autoComplete="one-time-code"
            maxLength={40}
            value={code}
            onChange={setCode}
            error={refusals.code}
          />
          {remove.error && !refusals.password && !refusals.code && (
            <ErrorNote error={remove.error} what={t.remove.failed} />
          )}
          <Button
            type="submit"
            variant="danger"
            busy={remove.isPending}
            disabled={password === '' || code === ''}
            className="justify-self-start"
          >
            {t.remove.action}
          </Button>
        </>
      ) : (
        <Button onClick={() => setOpen(true)} className="justify-self-start">
          {t.remove.open}
        </Button>
      )}
    </form>
  )
}
