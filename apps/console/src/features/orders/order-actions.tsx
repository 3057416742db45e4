import type { Order, Resolution } from '@galla/contract/gateway-api/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { defined } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { Button, Field } from '../../components/controls.tsx'
import { Dialog, showToast } from '../../components/dialog.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { describeState } from '../../i18n/terms.ts'
import { reviewText } from './review-messages.ts'

const CreateRefund = lazy(() => import('./create-refund.tsx').then(({ CreateRefund }) => ({ default: CreateRefund })))
const FailureNote = lazy(() => import('./failure-note.tsx').then(({ FailureNote }) => ({ default: FailureNote })))

/** Syncs the status with the provider and creates refunds. */
export function OrderActions({ order }: { order: Order }) {
  const client = useQueryClient()
  const { merchantOrderId } = order
  const [refunding, setRefunding] = useState(false)
  const sync = useMutation({
    mutationFn: () => consoleApi('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } }),
    onSuccess: (story) => {
      client.setQueryData(queryKeys.order(merchantOrderId), story)
      const { label } = describeState('order', story.order.state)
      showToast(
        story.order.state === order.state
          ? `Status synced. No change: ${label}.`
          : `Status synced. The order is now: ${label}.`,
      )
    },
  })
  return (
    <>
      {sync.error && <ErrorNote error={sync.error} what="The status could not be synced." />}
      <Allowed to="POST /orders/:merchantOrderId/sync">
        <Button busy={sync.isPending} onClick={() => sync.mutate()}>
          Sync status
        </Button>
      </Allowed>
      {order.refundableAmount > 0 && (
        <Allowed to="POST /orders/:merchantOrderId/refunds">
          <Button variant="primary" onClick={() => setRefunding(true)}>
            Refund…
          </Button>
        </Allowed>
      )}
      {refunding && (
        <Suspense>
          <CreateRefund order={order} onClose={() => setRefunding(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Explains a completed order whose money is refunded automatically. */
const RESOLUTION_NOTES: { readonly [Key in Resolution]?: string } = {
  'late-refund':
    'The order was paid after it had failed or expired, so it is refunded automatically and must not be fulfilled. The refund is listed beside.',
  'duplicate-refund':
    'Another order of the same reference was paid first, so this one is refunded automatically and must not be fulfilled. The refund is listed beside.',
}

/** Notes on an order that needs attention: review, automatic refund, failure. */
export function OrderNotes({ order }: { order: Order }) {
  const resolutionNote = order.resolution && RESOLUTION_NOTES[order.resolution]
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {order.needsReview && <ReviewNote order={order} needsReview={order.needsReview} />}
      {resolutionNote && (
        <Note tone="wait">
          <p>{resolutionNote}</p>
        </Note>
      )}
      {order.state === 'FAILED' && (
        <Suspense>
          <FailureNote order={order} />
        </Suspense>
      )}
    </div>
  )
}

interface ReviewNoteProps {
  order: Order
  needsReview: NonNullable<Order['needsReview']>
}

/** Why the order needs review, and the way to resolve it. */
function ReviewNote({ order, needsReview: { reason, findings, sinceMs } }: ReviewNoteProps) {
  const [open, setOpen] = useState(false)
  return (
    <Note tone="bad">
      <p>
        <strong>This order needs review.</strong> {reviewText(findings)}
      </p>
      <p className="text-sm">
        Reason <code className="font-mono text-xs">{reason}</code>, <Time atMs={sinceMs} />. Until the review is
        resolved, the order is neither fulfilled nor refunded. Compare it with the provider’s dashboard first.
      </p>
      <Allowed to="POST /orders/:merchantOrderId/resolve-review">
        <Button small onClick={() => setOpen(true)}>
          Resolve review…
        </Button>
      </Allowed>
      {open && <ResolveReviewDialog order={order} onClose={() => setOpen(false)} />}
    </Note>
  )
}

function ResolveReviewDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const { merchantOrderId, surplusAmount = 0 } = order
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [refundSurplus, setRefundSurplus] = useState(surplusAmount > 0)
  const [submitted, setSubmitted] = useState(false)
  const isMissing = note.trim() === ''
  const resolve = useMutation({
    mutationFn: () =>
      consoleApi('POST /orders/:merchantOrderId/resolve-review', {
        params: { merchantOrderId },
        body: defined({ note: note.trim(), refundSurplus: surplusAmount > 0 ? refundSurplus : undefined }),
      }),
    onSuccess: (story) => {
      client.setQueryData(queryKeys.order(merchantOrderId), story)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="Resolve review">
      <form
        className="grid gap-4 text-ink"
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (!isMissing && !resolve.isPending) resolve.mutate()
        }}
      >
        <p>
          The gateway checks the status again and continues to process the order. Your note is added to its timeline.
        </p>
        <Field
          label="Result of the review"
          value={note}
          onChange={setNote}
          data-first
          maxLength={500}
          autoComplete="off"
          placeholder="Confirmed with the provider, ticket 4711"
          error={
            submitted && isMissing ? 'Enter what you found, for the next person who looks at this order.' : undefined
          }
        />
        {surplusAmount > 0 && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={refundSurplus}
              onChange={(event) => setRefundSurplus(event.target.checked)}
              className="size-5 accent-brass"
            />
            Refund {amountText(surplusAmount)}, which was paid twice
          </label>
        )}
        {resolve.error && <ErrorNote error={resolve.error} what="The review was not resolved." />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={resolve.isPending}>
            Resolve review
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
