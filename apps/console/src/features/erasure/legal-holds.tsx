import { type LegalHold, MAX_LISTED_HOLDS } from '@galla/contract/gateway-api/payers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button, Field } from '../../components/controls.tsx'
import { Dialog, showToast } from '../../components/dialog.tsx'
import { ErrorNote, QueryView } from '../../components/page.tsx'
import { OrderLink, Time } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { holdsEnglish } from './english.ts'

const t = messages('erasure/holds', holdsEnglish)

/** The orders whose payer data may not be erased, such as during a dispute. */
export function LegalHolds() {
  const client = useQueryClient()
  const [ending, setEnding] = useState<LegalHold>()
  const query = useQuery({
    queryKey: queryKeys.legalHolds,
    queryFn: ({ signal }) => consoleApi('GET /legal-holds', { signal }),
  })
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.legalHolds })
  const end = useMutation({
    mutationFn: ({ merchantOrderId }: LegalHold) =>
      consoleApi('DELETE /legal-holds/:merchantOrderId', { params: { merchantOrderId } }),
    async onSuccess() {
      await refresh()
      showToast(t.ended)
      setEnding(undefined)
    },
  })
  return (
    <div className="grid max-w-160 gap-4">
      <p className="text-soft">{t.intro}</p>
      <QueryView query={query} what={t.what} lines={2}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p>{t.none}</p>
          ) : (
            <>
              {rows.length === MAX_LISTED_HOLDS && <p>{t.newest(MAX_LISTED_HOLDS)}</p>}
              <ul className="border-t border-rule">
                {rows.map((hold) => (
                  <li
                    key={hold.merchantOrderId}
                    className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-rule py-3"
                  >
                    <span className="min-w-0 wrap-anywhere">
                      <OrderLink merchantOrderId={hold.merchantOrderId} />
                      <span translate="no" className="block">
                        {hold.reason}
                      </span>
                      <span className="block text-sm text-soft">
                        <span translate="no">{hold.by}</span>, <Time atMs={hold.sinceMs} />
                      </span>
                    </span>
                    <Button small onClick={() => setEnding(hold)}>
                      {t.end}
                      <span className="sr-only">{t.endOf(hold.merchantOrderId)}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
      <AddHold onAdded={refresh} />
      {ending && (
        <Dialog open onClose={() => setEnding(undefined)} title={t.ask.title}>
          <p className="mb-4 wrap-anywhere">{t.ask.text(ending.merchantOrderId)}</p>
          {end.error && <ErrorNote error={end.error} what={t.ask.failed} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setEnding(undefined)}>{t.ask.cancel}</Button>
            <Button variant="primary" busy={end.isPending} onClick={() => end.mutate(ending)}>
              {t.ask.action}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

function AddHold({ onAdded }: { onAdded(): Promise<void> }) {
  const [merchantOrderId, setOrder] = useState('')
  const [reason, setReason] = useState('')
  const add = useMutation({
    mutationFn: () =>
      consoleApi('POST /legal-holds', { body: { merchantOrderId: merchantOrderId.trim(), reason: reason.trim() } }),
    async onSuccess() {
      setOrder('')
      setReason('')
      await onAdded()
      showToast(t.add.done)
    },
  })
  return (
    <form
      className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        if (merchantOrderId.trim() !== '' && reason.trim() !== '' && !add.isPending) add.mutate()
      }}
    >
      <Field label={t.add.order} value={merchantOrderId} onChange={setOrder} autoComplete="off" spellCheck={false} />
      <Field label={t.add.reason} value={reason} onChange={setReason} autoComplete="off" maxLength={500} />
      <Button type="submit" busy={add.isPending}>
        {t.add.action}
      </Button>
      {add.error && (
        <div className="sm:col-span-3">
          <ErrorNote error={add.error} what={t.add.failed} />
        </div>
      )}
    </form>
  )
}
