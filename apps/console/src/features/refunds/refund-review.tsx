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
import { OthersText } from '../../components/others-text.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { describeState } from '../../i18n/terms.ts'
import { reviewEnglish } from './english-review.ts'

const t = messages('refunds/review', reviewEnglish)

/** Advice for a person, by the reason of the review. */
const REVIEW_ADVICE: { readonly [Reason in RefundReviewReason]: string } = t.advice

/** The label of a state; a state that this version does not know as it is. */
const stateText = (state = ''): string => describeState('refund', state).label

/** Why a refund needs review, in one sentence. */
export function reviewText({ merchantOrderId }: Pick<Refund, 'merchantOrderId'>, review: RefundReview): string {
  const { reason, ours, theirs = {} } = review
  const { reasons } = t
  switch (reason) {
    case 'amount-mismatch': {
      const reported = theirs.amount === undefined ? reasons.unreadableAmount : amountText(theirs.amount)
      return reasons.amount(amountText(ours.amount), reported, stateText(theirs.state))
    }
    case 'order-mismatch':
      return reasons.order(theirs.merchantOrderId, merchantOrderId)
    case 'order-unknown':
      return reasons.orderUnknown(merchantOrderId, theirs.code)
    case 'unknown-state':
      return reasons.state(theirs.state)
    case 'refused':
      return reasons.refused(theirs.code)
    case 'contradiction':
      if (theirs.merchantRefundId !== undefined) return reasons.other(theirs.merchantRefundId)
      if (theirs.refundId !== undefined) return reasons.ids(ours.refundId, theirs.refundId)
      if (ours.availableAmount === undefined) return reasons.states(stateText(ours.state), stateText(theirs.state))
      return reasons.tooMuch(stateText(theirs.state), amountText(ours.availableAmount))
    case 'insufficient-balance':
      return reasons.notSent(amountText(ours.amount), amountText(ours.availableAmount ?? 0))
    case 'undecided':
      return (ours.state === 'REQUESTED' ? reasons.undecidedHours : reasons.undecidedDays)(stateText(ours.state))
    case 'unreadable':
      return reasons.unreadable
    default:
      return reasons.unknown(reason satisfies never)
  }
}

/** Returns a status as short text: `Failed, ₹200.00`. */
export function wordsOf({ state, amount, code, message }: NonNullable<RefundReview['theirs']>): string {
  const words = [state && stateText(state), amount === undefined ? undefined : amountText(amount), code, message]
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
        <strong>{t.title}</strong> {reviewText(refund, review)}
      </p>
      <p className="text-sm">
        {phrase(t.stored(<OthersText>{wordsOf(ours)}</OthersText>))}
        {theirs && wordsOf(theirs) !== '' && phrase(t.provider(<OthersText>{wordsOf(theirs)}</OthersText>))}
        {phrase(
          t.since(
            <code translate="no" className="font-mono text-xs">
              {reason}
            </code>,
            <Time atMs={sinceMs} />,
            REVIEW_ADVICE[reason],
          ),
        )}
      </p>
      <Allowed to="POST /refunds/:merchantRefundId/resolve-review">
        <Button
          small
          onClick={() => {
            onChanged(undefined)
            setReading({ refund, review })
          }}
        >
          {t.resolve}
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
  { value: 'retry', label: t.decisions.retry },
  { value: 'failed', label: t.decisions.failed },
] as const satisfies readonly Choice[]

interface Choice {
  readonly value: ResolveRefundReview['decision']
  readonly label: string
}

const COMPLETED: Choice = { value: 'completed', label: t.decisions.completed }

const ACCEPT: Choice = { value: 'accept', label: t.decisions.accept }

const smaller = (amount: number): Choice => ({ value: 'adopt-amount', label: t.decisions.smaller(amountText(amount)) })

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
  const label = t.decisions.adopt(amountText(amount))
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
      showToast(t.ask.done)
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
    <Dialog open onClose={onClose} title={t.ask.title}>
      <DialogForm
        action={t.ask.action}
        busy={resolve.isPending}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (!isMissing) resolve.mutate()
        }}
      >
        <fieldset className="grid gap-1">
          <legend className="mb-1">{t.ask.first}</legend>
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
          label={t.ask.result}
          value={note}
          onChange={setNote}
          data-first
          maxLength={500}
          autoComplete="off"
          placeholder={t.ask.example}
          error={submitted && isMissing ? t.ask.missing : undefined}
        />
        {resolve.error && <ErrorNote error={resolve.error} what={t.ask.failed} />}
      </DialogForm>
    </Dialog>
  )
}
