import type { EventDelivery } from '@galla/contract/gateway-api/deliveries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { type Selected, SelectionBar } from '../../components/selection.tsx'
import { messages } from '../../i18n/messages.ts'
import { canRetry } from './delivery-columns.tsx'
import { deliveriesEnglish } from './english.ts'

const t = messages('deliveries/list', deliveriesEnglish)

/** The gateway retries at most this many deliveries in one request, all that need review excepted. */
const MAX_SELECTED = 500

type Retried = { deliveryIds: string[] } | { allFailed: true }

function useRetry(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Retried) => consoleApi('POST /deliveries/retry', { body }),
    onSuccess: async ({ retried }) => {
      showToast(t.retried(retried))
      onDone()
      await client.invalidateQueries({ queryKey: ['deliveries'] })
      await client.invalidateQueries({ queryKey: queryKeys.health })
    },
  })
}

interface RetryBarProps {
  rows: readonly EventDelivery[]
  selected: Selected
  onSelect(selected: Selected): void
}

/** Retries the selected deliveries. */
export function RetryBar({ rows, selected, onSelect }: RetryBarProps) {
  const retry = useRetry(() => onSelect(new Set()))
  const possible = rows.filter(canRetry).map(({ deliveryId }) => deliveryId)
  const deliveryIds = possible.filter((deliveryId) => selected.has(deliveryId)).slice(0, MAX_SELECTED)
  return (
    <SelectionBar
      text={t.selected(deliveryIds.length)}
      more={deliveryIds.length < possible.length && { label: t.allShown, onSelect: () => onSelect(new Set(possible)) }}
      onClear={() => onSelect(new Set())}
      error={retry.error && <ErrorNote error={retry.error} what={t.notRetried} />}
    >
      <Button
        variant="primary"
        busy={retry.isPending}
        disabled={deliveryIds.length === 0}
        onClick={() => retry.mutate({ deliveryIds })}
      >
        {t.retry(deliveryIds.length)}
      </Button>
    </SelectionBar>
  )
}

/** Retries all deliveries that need review, those that are not shown included. */
export function RetryAll() {
  const [open, setOpen] = useState(false)
  const retry = useRetry(() => setOpen(false))
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.retryAll.open}</Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => retry.mutate({ allFailed: true })}
        title={t.retryAll.title}
        action={t.retryAll.action}
        busy={retry.isPending}
        error={retry.error && <ErrorNote error={retry.error} what={t.notRetried} />}
      >
        <p>{t.retryAll.text}</p>
      </Confirm>
    </>
  )
}
