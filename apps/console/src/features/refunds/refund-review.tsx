import {
  REFUND_HANDLE_PREFIX,
  type Refund,
  type RefundReview,
  type RefundReviewReason,
  type ResolveRefundReview,
  SMALLEST_REFUND,
} from '@galla/contract/gateway-api/refunds'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, consoleApi, isReviewChanged } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { Button, Field } from '../../components/controls.tsx'
import { Dialog, DialogForm, showToast } from '../../components/dialog.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'

/** Advice for a person, by the reason of the review. */
export const REVIEW_ADVICE: { readonly [Reason in RefundReviewReason]: string } = {
  'amount-mismatch':
    'Compare the amount with the provider’s dashboard. If it is right there, make it that of the refund.',
  'order-mismatch': 'The provider has this id for another order. Ask its support; do not request the refund again.',
  'order-unknown': 'Check that the credentials belong to the merchant that was paid. Then try again.',
  'unknown-state': 'Update the gateway, or look the refund up in the provider’s dashboard.',
  refused: 'Look the refund up in the provider’s dashboard. If it is not there, fix the cause and try again.',
  contradiction: 'Compare the refund with the provider’s dashboard: money may have left twice.',
  'insufficient-balance':
    'Money has left this order elsewhere, as in the provider’s dashboard. Make the refund smaller, or mark it as failed: nothing of it was sent.',
  undecided: 'Ask the provider’s support for a decision. The gateway keeps checking the status.',
  unreadable: 'Compare the refund with the provider’s dashboard before you decide.',
}

/** Why a refund needs review, in one sentence. */
export function reviewText({ merchantOrderId }: Pick<Refund, 'merchantOrderId'>, review: RefundReview): string {
  const { reason, ours, theirs = {} } = review
  const refusal = theirs.code === undefined ? '' : ` with ${theirs.code}`
  switch (reason) {
    case 'amount-mismatch': {
      const reported = theirs.amount === undefined ? 'an amount that cannot be read' : amountText(theirs.amount)
      return `The refund is of ${amountText(ours.amount)}, the provider reports ${reported} and ${theirs.state}.`
    }
    case 'order-mismatch':
      return `The provider’s refund belongs to ${theirs.merchantOrderId}, not to ${merchantOrderId}.`
    case 'order-unknown':
      return `The provider does not know the order ${merchantOrderId}: it refused the refund${refusal}.`
    case 'unknown-state':
      return `This version does not know the provider’s state “${theirs.state}”.`
    case 'refused':
      return `The provider refused the refund${refusal} and does not know it, which does not say whether an earlier request was received.`
    case 'contradiction':
      if (theirs.merchantRefundId !== undefined)
        return `The provider answered with the refund ${theirs.merchantRefundId} when it was asked for this one.`
      if (theirs.refundId !== undefined) return `The provider’s id was ${ours.refundId} and is now ${theirs.refundId}.`
      if (ours.availableAmount === undefined)
        return `The provider reported the refund as ${ours.state} before and now reports ${theirs.state}.`
      return `More has left than was paid: the provider reports ${theirs.state}, and the order had only ${amountText(ours.availableAmount)} for this refund.`
    case 'insufficient-balance':
      return `The refund is of ${amountText(ours.amount)} and was never sent, and the order has only ${amountText(ours.availableAmount ?? 0)} left for it.`
    case 'undecided':
      return `The provider has not decided the refund for more than ${ours.state === 'REQUESTED' ? '72 hours' : '14 days'}: it is ${ours.state}.`
    case 'unreadable':
      return 'The stored review cannot be read: the database was changed by hand, or by another program.'
    default:
      return `This version does not know the reason ${reason satisfies never}.`
  }
}

/** Returns the provider's report as short text: `FAILED, ₹200.00`. */
export function wordsOf({ state, amount, code, message }: NonNullable<RefundReview['theirs']>): string {
  const words = [state, amount === undefined ? undefined : amountText(amount), code, message]
  return words.filter((word) => word !== undefined).join(', ')
}

interface RefundReviewNoteProps {
  refund: Refund
  review: RefundReview
  /** The refund was not as the person had read it; undefined once they read it again. */
  onChanged(error: ApiError | undefined): void
}

/** Why a refund needs review, with both statuses, and the way to resolve it. */
export function RefundReviewNote({ refund, review, onChanged }: RefundReviewNoteProps) {
  const [reading, setReading] = useState<Pick<RefundReviewNoteProps, 'refund' | 'review'>>()
  const { reason, sinceMs, ours, theirs } = review
  return (
    <Note tone="bad">
      <p>
        <strong>This refund needs review.</strong> {reviewText(refund, review)}
      </p>
      <p className="text-sm">
        Stored: {wordsOf(ours)}. {theirs && wordsOf(theirs) !== '' && `The provider: ${wordsOf(theirs)}.`} Reason{' '}
        <code translate="no" className="font-mono text-xs">
          {reason}
        </code>
        , <Time atMs={sinceMs} />. {REVIEW_ADVICE[reason]} The amount stays reserved, and the review ends by itself when
        the provider’s status agrees.
      </p>
      <Allowed to="POST /refunds/:merchantRefundId/resolve-review">
        <Button
          small
          onClick={() => {
            onChanged(undefined)
            setReading({ refund, review })
          }}
        >
          Resolve review…
        </Button>
      </Allowed>
      {reading && (
        <ResolveDialog
          {...reading}
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

const DECISIONS = [
  {
    value: 'retry',
    label: 'Try again: check the status, and send it under the same id if the provider does not know it',
  },
  { value: 'failed', label: 'No money left: mark it as failed, so that the amount may be refunded again' },
] as const satisfies readonly Choice[]

interface Choice {
  readonly value: ResolveRefundReview['decision']
  readonly label: string
}

const COMPLETED: Choice = {
  value: 'completed',
  label: 'It was paid out: mark it as completed. Only callbacks report it, because the provider names it by its own id',
}

const ACCEPT: Choice = {
  value: 'accept',
  label: 'The money has left: keep it as it is, and do not ask again unless it becomes another amount',
}

const smaller = (amount: number): Choice => ({
  value: 'adopt-amount',
  label: `Make this a refund of ${amountText(amount)}, which the order has left`,
})

/**
 * The decisions of a review: the provider's amount can be adopted when it is what differs, and a refund whose status cannot be checked
 * can be completed.
 */
export function decisionsOf(
  { merchantRefundId }: Pick<Refund, 'merchantRefundId'>,
  { reason, ours, theirs }: RefundReview,
): readonly Choice[] {
  const { availableAmount = 0 } = ours
  if (reason === 'insufficient-balance')
    return availableAmount < SMALLEST_REFUND ? DECISIONS : [...DECISIONS, smaller(availableAmount)]
  if (reason === 'contradiction' && ours.availableAmount !== undefined) return [...DECISIONS, ACCEPT]
  const amount = theirs?.amount ?? 0
  if (reason !== 'amount-mismatch')
    return merchantRefundId.startsWith(REFUND_HANDLE_PREFIX) ? [...DECISIONS, COMPLETED] : DECISIONS
  if (amount <= 0) return DECISIONS
  const label = `The provider’s amount is right: make this a refund of ${amountText(amount)}`
  return [...DECISIONS, { value: 'adopt-amount', label }]
}

interface ResolveDialogProps {
  /** As it was when the person opened the dialog: the decision is about what they read. */
  refund: Refund
  review: RefundReview
  onClose(): void
  /** The refund has changed since, and was read again. */
  onChanged(error: ApiError): void
}

function ResolveDialog({ refund, review, onClose, onChanged }: ResolveDialogProps) {
  const { merchantRefundId, merchantOrderId, version } = refund
  const client = useQueryClient()
  const [decision, setDecision] = useState<Choice['value']>('retry')
  const [note, setNote] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const isMissing = note.trim() === ''
  const resolve = useMutation({
    mutationFn: () =>
      consoleApi('POST /refunds/:merchantRefundId/resolve-review', {
        params: { merchantRefundId },
        body: { decision, note: note.trim(), version },
      }),
    onSuccess: (resolved) => {
      client.setQueryData(queryKeys.refund(merchantRefundId), resolved)
      showToast('The review is resolved.')
      onClose()
    },
    onError: async (error) => {
      if (!isReviewChanged(error)) return
      const keys = [queryKeys.refund(merchantRefundId), queryKeys.order(merchantOrderId)]
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
      onChanged(error)
    },
  })
  return (
    <Dialog open onClose={onClose} title="Resolve review of the refund">
      <DialogForm
        action="Resolve review"
        busy={resolve.isPending}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (!isMissing) resolve.mutate()
        }}
      >
        <fieldset className="grid gap-1">
          <legend className="mb-1">Look the refund up in the provider’s dashboard first.</legend>
          {decisionsOf(refund, review).map(({ value, label }) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="decision"
                checked={decision === value}
                onChange={() => setDecision(value)}
                className="size-5 shrink-0 accent-brass"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <Field
          label="Result of the review"
          value={note}
          onChange={setNote}
          data-first
          maxLength={500}
          autoComplete="off"
          placeholder="Not in the dashboard, ticket 4711"
          error={
            submitted && isMissing ? 'Enter what you found, for the next person who looks at this refund.' : undefined
          }
        />
        {resolve.error && <ErrorNote error={resolve.error} what="The review was not resolved." />}
      </DialogForm>
    </Dialog>
  )
}
