import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { defined } from '../../api/browser.ts'
import { type ApiError, consoleApi, isReviewChanged } from '../../api/client.ts'
import { Allowed, useMayCall } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { Button, buttonClass, Field } from '../../components/controls.tsx'
import { Dialog, DialogForm, showToast } from '../../components/dialog.tsx'
import { part } from '../../components/lazy.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { orderState, Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { describeState } from '../../i18n/terms.ts'
import { actionsEnglish } from './english-order.ts'
import { LinkActions } from './link-actions.tsx'
import { provesMandate } from './result-messages.ts'
import { refundBlock, resolutionText, reviewConsequence } from './review-messages.ts'

const t = messages('orders/actions', actionsEnglish)

const CreateRefund = part(() => import('./create-refund.tsx').then(({ CreateRefund }) => CreateRefund), {
  floating: true,
})

const PayerMessageDialog = part(
  () => import('./payer-message-dialog.tsx').then(({ PayerMessageDialog }) => PayerMessageDialog),
  { floating: true },
)

interface OrderActionsProps {
  story: OrderWithTimeline
  /** The address asks for a refund: its dialog is open at first. @default false */
  refunding?: boolean
  /** The dialog was closed: the address asks for it no more. */
  onRefundClosed(): void
}

/** Checks the status at the provider, writes to the payer, and creates refunds. */
export function OrderActions({ story, refunding: isAsked = false, onRefundClosed }: OrderActionsProps) {
  const client = useQueryClient()
  const { order } = story
  const { merchantOrderId } = order
  const [refunding, setRefunding] = useState(isAsked)
  const block = refundBlock(order)
  const blockId = useId()
  const [writing, setWriting] = useState(false)
  const sync = useMutation({
    mutationFn: () => consoleApi('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } }),
    onSuccess: (story) => {
      client.setQueryData(queryKeys.order(merchantOrderId), story)
      const { label } = describeState('order', orderState(story.order))
      showToast(orderState(story.order) === orderState(order) ? t.unchanged(label) : t.changed(label))
    },
  })
  return (
    <>
      {sync.error && <ErrorNote error={sync.error} what={t.notChecked} />}
      {/* What a check may add comes last: no button moves below the pointer. */}
      <Allowed to="POST /orders/:merchantOrderId/sync">
        <Button busy={sync.isPending} onClick={() => sync.mutate()}>
          {t.check}
        </Button>
      </Allowed>
      <Button onClick={() => setWriting(true)}>{t.message}</Button>
      <LinkActions story={story} />
      {order.state === 'COMPLETED' && !order.needsReview && !provesMandate(order) && (
        <Link to="/orders/$merchantOrderId/receipt" params={{ merchantOrderId }} className={buttonClass()}>
          {t.receipt}
        </Link>
      )}
      {order.refundableAmount > 0 && (
        <Allowed to="POST /orders/:merchantOrderId/refunds">
          <Button
            variant="primary"
            disabled={block !== undefined}
            aria-describedby={block && blockId}
            onClick={() => setRefunding(true)}
          >
            {t.refund}
          </Button>
          {block !== undefined && (
            <span id={blockId} className="basis-full text-sm text-soft">
              {block}
            </span>
          )}
        </Allowed>
      )}
      {writing && <PayerMessageDialog story={story} onClose={() => setWriting(false)} />}
      {refunding && block === undefined && (
        <Allowed to="POST /orders/:merchantOrderId/refunds">
          <CreateRefund
            order={order}
            onClose={() => {
              setRefunding(false)
              onRefundClosed()
            }}
          />
        </Allowed>
      )}
    </>
  )
}

/** The way out of a review. */
export function OrderNotes({ story: { order, refunds } }: { story: OrderWithTimeline }) {
  const [changed, setChanged] = useState<ApiError>()
  const { needsReview } = order
  if (!needsReview && !changed) return null
  return (
    <div className="mb-6 grid gap-4">
      {changed && <ErrorNote error={changed} what={t.review.outdated} />}
      {needsReview && <ReviewNote order={order} refunds={refunds} needsReview={needsReview} onChanged={setChanged} />}
    </div>
  )
}

interface ReviewNoteProps {
  order: Order
  refunds: readonly Refund[]
  needsReview: NonNullable<Order['needsReview']>
  /** The order was not as the person had read it; undefined once they read it again. */
  onChanged(error: ApiError | undefined): void
}

/** Says why an order is in review, and leads to the decision. */
function ReviewNote({ order, refunds, needsReview: { sinceMs }, onChanged }: ReviewNoteProps) {
  const may = useMayCall()
  const [reading, setReading] = useState<Order>()
  return (
    <Note tone="bad">
      <p>
        <strong>{t.review.title}</strong>
      </p>
      <p className="text-sm">
        {phrase(
          t.review.since(
            <Time atMs={sinceMs} />,
            reviewConsequence(order, may('POST /orders/:merchantOrderId/refunds')),
            may('POST /orders/:merchantOrderId/resolve-review') ? t.review.compare : t.review.others,
          ),
        )}
      </p>
      <Allowed to="POST /orders/:merchantOrderId/resolve-review">
        <Button
          small
          onClick={() => {
            onChanged(undefined)
            setReading(order)
          }}
        >
          {t.review.open}
        </Button>
      </Allowed>
      {reading && (
        <ResolveReviewDialog
          order={reading}
          refunds={refunds}
          onClose={() => setReading(undefined)}
          onChanged={(error) => {
            onChanged(error)
            setReading(undefined)
          }}
        />
      )}
    </Note>
  )
}

interface ResolveReviewDialogProps {
  /** As it was when the person opened the dialog: the decision is about what they read. */
  order: Order
  refunds: readonly Refund[]
  onClose(): void
  /** The order has changed since, and was read again. */
  onChanged(error: ApiError): void
}

function ResolveReviewDialog({ order, refunds, onClose, onChanged }: ResolveReviewDialogProps) {
  const { merchantOrderId, version, surplusAmount = 0, surplusRefundedAmount = 0 } = order
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [refundSurplus, setRefundSurplus] = useState(surplusAmount > 0)
  const [submitted, setSubmitted] = useState(false)
  const isMissing = note.trim() === ''
  const resolve = useMutation({
    mutationFn: () =>
      consoleApi('POST /orders/:merchantOrderId/resolve-review', {
        params: { merchantOrderId },
        body: defined({ note: note.trim(), version, refundSurplus: surplusAmount > 0 ? refundSurplus : undefined }),
      }),
    onSuccess: (story) => {
      client.setQueryData(queryKeys.order(merchantOrderId), story)
      onClose()
    },
    onError: async (error) => {
      if (!isReviewChanged(error)) return
      await client.invalidateQueries({ queryKey: queryKeys.order(merchantOrderId) })
      onChanged(error)
    },
  })
  return (
    <Dialog open onClose={onClose} title={t.review.action}>
      <DialogForm
        action={t.review.action}
        busy={resolve.isPending}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (!isMissing) resolve.mutate()
        }}
      >
        <ResolutionEffect {...resolutionText(order, refunds, refundSurplus)} />
        <Field
          label={t.review.result}
          hint={t.review.hint}
          value={note}
          onChange={setNote}
          data-first
          maxLength={500}
          autoComplete="off"
          placeholder={t.review.example}
          error={submitted && isMissing ? t.review.missing : undefined}
        />
        {surplusRefundedAmount > 0 && <p>{t.review.counted(amountText(surplusRefundedAmount))}</p>}
        {surplusAmount > 0 && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={refundSurplus}
              onChange={(event) => setRefundSurplus(event.target.checked)}
              className="size-5 accent-brass"
            />
            {t.review.surplus(amountText(surplusAmount))}
          </label>
        )}
        {resolve.error && <ErrorNote error={resolve.error} what={t.review.failed} />}
      </DialogForm>
    </Dialog>
  )
}

/** Shows the effect of resolving the review with the current choices of the form. */
function ResolutionEffect({ goods, money }: { goods: string; money: string }) {
  return (
    <div className="grid gap-2" aria-live="polite">
      <p>
        <strong>{t.review.goods}</strong> {goods}
      </p>
      <p>
        <strong>{t.review.money}</strong> {money}
      </p>
    </div>
  )
}
