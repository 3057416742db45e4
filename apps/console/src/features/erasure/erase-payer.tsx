import type { ErasurePreview, PayerSelector } from '@galla/contract/gateway-api/payers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { Button, Field, Select } from '../../components/controls.tsx'
import { Dialog, DialogForm } from '../../components/dialog.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { OrderLink } from '../../components/records.tsx'
import {
  previewLines,
  resultText,
  SELECTORS,
  type SelectorName,
  selectorOf,
  eraseMessages as t,
} from './erasure-messages.ts'

const LISTED = 50

/** Finds the orders of a payer, and erases what is stored about that payer. */
export function ErasePayer() {
  const client = useQueryClient()
  const [name, setName] = useState<SelectorName>('vpa')
  const [value, setValue] = useState('')
  const [asks, setAsks] = useState(false)
  const preview = useMutation({
    mutationFn: async (body: PayerSelector) => ({ body, found: await consoleApi('POST /payers/preview', { body }) }),
    onMutate: () => erase.reset(),
  })
  const erase = useMutation({
    mutationFn: (body: PayerSelector) => consoleApi('POST /payers/erase', { body }),
    onSuccess() {
      setAsks(false)
      setValue('')
      preview.reset()
      void client.invalidateQueries()
    },
  })
  return (
    <div className="grid max-w-160 gap-4">
      <p className="text-soft">{t.intro}</p>
      <form
        className="grid items-end gap-4 sm:grid-cols-[14rem_minmax(0,1fr)_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          if (value.trim() !== '') preview.mutate(selectorOf(name, value))
        }}
      >
        <Select<SelectorName> label={t.by.label} value={name} onChange={setName} options={SELECTORS} />
        <Field
          label={t.value}
          value={value}
          onChange={setValue}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
        />
        <Button type="submit" busy={preview.isPending}>
          {t.find}
        </Button>
      </form>
      {preview.error && <ErrorNote error={preview.error} what={t.notFound} />}
      <div aria-live="polite" className="grid gap-4">
        {preview.data && <Found found={preview.data.found} onErase={() => setAsks(true)} />}
        {erase.data && (
          <Note tone="good">
            <p>{resultText(erase.data)}</p>
          </Note>
        )}
      </div>
      {asks && preview.data && (
        <EraseDialog
          found={preview.data.found}
          error={erase.error}
          busy={erase.isPending}
          onErase={() => preview.data && erase.mutate(preview.data.body)}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  )
}

function Found({ found, onErase }: { found: ErasurePreview; onErase(): void }) {
  const { orders, merchantOrderIds } = found
  const [first = '', ...rest] = previewLines(found)
  return (
    <>
      <Note tone={orders === 0 ? 'neutral' : 'wait'}>
        <p>{first}</p>
        {rest.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Note>
      {orders > 0 && (
        <>
          <ul className="grid gap-1 text-sm">
            {merchantOrderIds.slice(0, LISTED).map((merchantOrderId) => (
              <li key={merchantOrderId}>
                <OrderLink merchantOrderId={merchantOrderId} />
              </li>
            ))}
            {orders > LISTED && <li className="text-soft">{t.more(orders - LISTED)}</li>}
          </ul>
          <div>
            <Button variant="danger" onClick={onErase}>
              {t.erase}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** The word to type before data is erased. */
const CONFIRMATION = 'ERASE'

interface EraseDialogProps {
  found: ErasurePreview
  error: Error | null
  busy: boolean
  onErase(): void
  onClose(): void
}

function EraseDialog({ found, error, busy, onErase, onClose }: EraseDialogProps) {
  const [typed, setTyped] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const isConfirmed = typed.trim().toUpperCase() === CONFIRMATION
  return (
    <Dialog open onClose={onClose} title={t.ask.title}>
      <DialogForm
        action={t.ask.action}
        busy={busy}
        variant="danger"
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (isConfirmed) onErase()
        }}
      >
        <p>{t.ask.text(found.orders)}</p>
        <Field
          label={t.ask.type(CONFIRMATION)}
          data-first
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={submitted && !isConfirmed ? t.ask.mistyped(CONFIRMATION) : undefined}
        />
        {error && <ErrorNote error={error} what={t.ask.failed} />}
      </DialogForm>
    </Dialog>
  )
}
