import type { EventDelivery } from '@galla/contract/gateway-api/deliveries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { canRetry } from './delivery-columns.tsx'

/** The gateway retries at most this many deliveries in one request, all that need review excepted. */
const MAX_SELECTED = 500

type Retried = { deliveryIds: string[] } | { allFailed: true }

function useRetry(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Retried) => consoleApi('POST /deliveries/retry', { body }),
    onSuccess: async ({ retried }) => {
      showToast(retried === 1 ? 'One delivery is retried now.' : `${retried} deliveries are retried now.`)
      onDone()
      await client.invalidateQueries({ queryKey: ['deliveries'] })
      await client.invalidateQueries({ queryKey: queryKeys.health })
    },
  })
}

interface RetryBarProps {
  rows: readonly EventDelivery[]
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
}

/** Retries the selected deliveries. The bar stays visible while the list is scrolled. */
export function RetryBar({ rows, selected, onSelect }: RetryBarProps) {
  const retry = useRetry(() => onSelect(new Set()))
  const possible = rows.filter(canRetry).map(({ deliveryId }) => deliveryId)
  const deliveryIds = possible.filter((deliveryId) => selected.has(deliveryId)).slice(0, MAX_SELECTED)
  return (
    <div className="sticky bottom-20 z-10 mx-auto flex max-w-full flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-edge border border-rule-strong bg-sheet px-4 py-2 md:w-fit lg:bottom-4">
      <div className="flex items-center gap-2 max-md:w-full max-md:justify-between">
        <p role="status">{deliveryIds.length} selected</p>
        <span className="flex">
          {deliveryIds.length < possible.length && (
            <Button small variant="ghost" onClick={() => onSelect(new Set(possible))}>
              All shown
            </Button>
          )}
          <Button small variant="ghost" onClick={() => onSelect(new Set())}>
            None
          </Button>
        </span>
      </div>
      {retry.error && <ErrorNote error={retry.error} what="The deliveries were not retried." />}
      <Button
        variant="primary"
        busy={retry.isPending}
        disabled={deliveryIds.length === 0}
        onClick={() => retry.mutate({ deliveryIds })}
      >
        Retry {deliveryIds.length === 1 ? 'the delivery' : `${deliveryIds.length} deliveries`}
      </Button>
    </div>
  )
}

/** Retries all deliveries that need review, those that are not shown included. */
export function RetryAll() {
  const [open, setOpen] = useState(false)
  const retry = useRetry(() => setOpen(false))
  return (
    <>
      <Button onClick={() => setOpen(true)}>Retry all…</Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => retry.mutate({ allFailed: true })}
        title="Retry all deliveries that need review"
        action="Retry all"
        busy={retry.isPending}
        error={retry.error && <ErrorNote error={retry.error} what="The deliveries were not retried." />}
      >
        <p>
          Fix their cause first. Each is called again with the order as it is now and its own delivery id, and starts
          with fresh attempts. Those that wait for their next attempt stay as they are.
        </p>
      </Confirm>
    </>
  )
}
