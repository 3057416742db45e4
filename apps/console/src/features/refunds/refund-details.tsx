import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiError, consoleApi } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { orderQuery, queryKeys, refundQuery } from '../../api/queries.ts'
import { Button, buttonClass } from '../../components/controls.tsx'
import { Dialog, DialogFooter, showToast } from '../../components/dialog.tsx'
import { OthersText } from '../../components/others-text.tsx'
import { DescriptionList, Detail, ErrorNote, Note, QueryText, QueryView } from '../../components/page.tsx'
import { Amount, Id, isBeingSent, OrderLink, refundState, StateBadge, Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { describeState, endpointLabel, type Tone } from '../../i18n/terms.ts'
import { paidIn } from '../orders/ledger-messages.ts'
import { mayBeSent } from '../orders/result-messages.ts'
import { refundBlock } from '../orders/review-messages.ts'
import { refundEnglish } from './english.ts'
import { RefundApprovalNote } from './refund-approval.tsx'
import { isOfContract, refundReason } from './refund-failures.ts'
import { REASON_LABELS } from './refund-reasons.ts'
import { RefundReviewNote } from './refund-review.tsx'

const t = messages('refunds/refund', refundEnglish)

/** One refund with its state, its API calls and a status check. */
export function RefundDialog({ merchantRefundId, onClose }: { merchantRefundId: string; onClose(): void }) {
  const client = useQueryClient()
  const query = useQuery(refundQuery(merchantRefundId))
  const sync = useMutation({
    mutationFn: () => consoleApi('POST /refunds/:merchantRefundId/sync', { params: { merchantRefundId } }),
    onSuccess: (refund) => {
      const before = query.data
      const changed = refund.version !== before?.version && refund.state !== before?.state
      client.setQueryData(queryKeys.refund(merchantRefundId), refund)
      const { label } = describeState('refund', refundState(refund))
      showToast(changed ? t.changed(label) : t.unchanged(label))
    },
  })
  return (
    <Dialog open onClose={onClose} title={t.title} wide>
      <QueryView query={query} what={t.what}>
        {(refund) => (
          <div className="grid gap-4">
            <RefundDetails refund={refund} />
            {sync.error && <ErrorNote error={sync.error} what={t.notChecked} />}
            <Allowed to="GET /calls">
              <RefundCalls merchantRefundId={merchantRefundId} />
            </Allowed>
            <DialogFooter>
              <Button onClick={onClose}>{t.close}</Button>
              {(refund.needsReview || mayBeSent(refund)) && (
                <Allowed to="POST /refunds/:merchantRefundId/sync">
                  <Button
                    variant={refund.state === 'FAILED' ? 'secondary' : 'primary'}
                    busy={sync.isPending}
                    onClick={() => sync.mutate()}
                  >
                    {t.check}
                  </Button>
                </Allowed>
              )}
              <Allowed to="POST /orders/:merchantOrderId/refunds">
                <NewRefund refund={refund} />
              </Allowed>
            </DialogFooter>
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

/** Opens the form of a new refund, of which the amount is free again. */
function NewRefund({ refund: { state, needsReview, merchantOrderId, amount } }: { refund: Refund }) {
  const isOver = state === 'FAILED' && !needsReview
  const { data } = useQuery({ ...orderQuery(merchantOrderId), enabled: isOver })
  if (!isOver || !data || data.order.refundableAmount < amount || refundBlock(data.order) !== undefined) return null
  return (
    <Link
      to="/orders/$merchantOrderId"
      params={{ merchantOrderId }}
      search={{ action: 'refund' }}
      className={buttonClass('primary')}
    >
      {t.again}
    </Link>
  )
}

export function RefundDetails({ refund }: { refund: Refund }) {
  const { merchantRefundId, merchantOrderId, refundId, utr, note, attempts, nextPollAtMs } = refund
  const { tone, text } = refundNote(refund)
  const awaits = refundState(refund) === 'TO_APPROVE'
  const isOver = refund.state === 'FAILED' && !refund.needsReview
  const [changed, setChanged] = useState<ApiError>()
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-4 text-lg">
        <StateBadge kind="refund" state={refundState(refund)} />
        <Amount paise={refund.amount} strong />
      </p>
      {changed && <ErrorNote error={changed} what={t.notResolved} />}
      {refund.needsReview ? (
        <RefundReviewNote refund={refund} review={refund.needsReview} onChanged={setChanged} />
      ) : awaits ? null : (
        <Note tone={tone}>
          <p>{text}</p>
          <FailureReason refund={refund} />
        </Note>
      )}
      <RefundApprovalNote refund={refund} />
      <DescriptionList>
        <Detail name={t.fields.id}>
          <Id value={merchantRefundId} what={t.copy.id} />
        </Detail>
        <Detail name={t.fields.order}>
          <OrderLink merchantOrderId={merchantOrderId} />
        </Detail>
        <Detail name={t.fields.balance}>
          <OrderBalance merchantOrderId={merchantOrderId} />
        </Detail>
        <Detail name={t.fields.providerId}>
          {refundId ? <Id value={refundId} what={t.copy.providerId} /> : !isOver && t.notKnown}
        </Detail>
        <Detail name={t.fields.utr}>
          {utr ? <Id value={utr} what={t.copy.utr} /> : refund.state === 'COMPLETED' ? t.noUtr : !isOver && t.utrLater}
        </Detail>
        <Detail name={t.fields.by}>
          {isPerson(refund) ? <OthersText>{initiator(refund)}</OthersText> : initiator(refund)}
        </Detail>
        <Detail name={t.fields.reason}>{refund.reason && REASON_LABELS[refund.reason]}</Detail>
        <Detail name={t.fields.note}>{note && <OthersText>{note}</OthersText>}</Detail>
        <Detail name={t.fields.sent}>{t.sent(attempts)}</Detail>
        <Detail name={t.fields.created}>
          <Time atMs={refund.createdAtMs} full />
        </Detail>
        <Detail name={t.fields.updated}>
          <Time atMs={refund.updatedAtMs} full />
        </Detail>
        <Detail name={t.fields.next}>{nextPollAtMs && !awaits && <Time atMs={nextPollAtMs} full planned />}</Detail>
      </DescriptionList>
    </>
  )
}

/** The provider's error code of a failed refund and its meaning. */
function FailureReason({ refund: { state, errorCode, detailedErrorCode } }: { refund: Refund }) {
  if (state !== 'FAILED' || (errorCode ?? detailedErrorCode) === undefined) return null
  const reason = refundReason(errorCode, detailedErrorCode)
  const codes = [errorCode, detailedErrorCode].filter((code) => code !== undefined)
  return (
    <p>
      {reason === undefined ? t.unknownCode : <span lang={isOfContract(reason) ? 'en' : undefined}>{reason}</span>}{' '}
      <code translate="no" className="font-mono text-xs">
        {codes.join(' · ')}
      </code>
    </p>
  )
}

function OrderBalance({ merchantOrderId }: { merchantOrderId: string }) {
  const query = useQuery(orderQuery(merchantOrderId))
  return (
    <QueryText query={query} missing={t.noOrder}>
      {(story) => <Balance story={story} />}
    </QueryText>
  )
}

function Balance({ story: { order, ledger } }: { story: OrderWithTimeline }) {
  const { refundedAmount, refundableAmount, overdrawnAmount = 0 } = order
  const paid = paidIn(ledger)
  // Open refunds hold it until they are decided.
  const reserved = paid + overdrawnAmount - refundedAmount - refundableAmount
  return phrase(
    t.balance(
      <Amount paise={paid} />,
      <Amount paise={refundedAmount} />,
      <Amount paise={refundableAmount} />,
      reserved > 0 ? <Amount paise={reserved} /> : undefined,
    ),
  )
}

const SHOWN_CALLS = '10'

/** The latest API calls about a refund. */
function RefundCalls({ merchantRefundId }: { merchantRefundId: string }) {
  const { data } = useQuery({
    queryKey: queryKeys.callsOfRefund(merchantRefundId),
    queryFn: ({ signal }) => consoleApi('GET /calls', { query: { id: merchantRefundId, limit: SHOWN_CALLS }, signal }),
  })
  if (!data || data.rows.length === 0) return null
  return (
    <section className="border-t border-rule pt-4">
      <h3 className="mb-1">{t.calls}</h3>
      <ul>
        {data.rows.map(({ callId, atMs, endpoint, outcome, httpStatus }) => (
          <li key={callId} className="flex flex-wrap items-center gap-x-4 border-b border-rule py-2 last:border-b-0">
            <StateBadge kind="call" state={outcome ?? 'ok'} />
            <Link
              to="/api-log"
              search={{ open: callId, id: merchantRefundId }}
              className="min-w-0 flex-1 text-brass underline underline-offset-2"
            >
              {endpointLabel(endpoint)}
            </Link>
            {httpStatus !== undefined && <span className="font-mono text-xs text-soft">{httpStatus}</span>}
            <Time atMs={atMs} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type NoteInput = Pick<Refund, 'state' | 'inDoubt' | 'answerDueAtMs' | 'attempts' | 'utr'>

/** Says what the state of a refund means, how long it lasts and what to do. */
export function refundNote(refund: NoteInput): { tone: Tone; text: string } {
  const { state, inDoubt, attempts, utr } = refund
  const { states } = t
  switch (state) {
    case 'REQUESTED':
      if (inDoubt) return { tone: 'wait', text: isBeingSent(refund) ? states.beingSent : states.inDoubt }
      return attempts === 0 ? { tone: 'neutral', text: states.stored } : { tone: 'wait', text: states.notAccepted }
    case 'PENDING':
      return { tone: 'wait', text: states.pending }
    case 'CONFIRMED':
      return { tone: 'wait', text: states.confirmed }
    case 'COMPLETED':
      return { tone: 'good', text: utr === undefined ? states.completed : states.completedWithUtr }
    case 'FAILED':
      return { tone: 'bad', text: states.failed }
  }
}

const ORIGINS: { readonly [Origin in Refund['origin']]: string } = t.origins

/** True when a person requested the refund, whose name is known. */
export const isPerson = ({ requestedBy, origin }: Pick<Refund, 'requestedBy' | 'origin'>): boolean =>
  origin === 'console' && requestedBy !== undefined

/** The person's name, or what requested it. */
export const initiator = ({ requestedBy, origin }: Pick<Refund, 'requestedBy' | 'origin'>): string =>
  origin === 'console' && requestedBy !== undefined ? requestedBy : ORIGINS[origin]

const SHORT_ORIGINS: { readonly [Origin in Refund['origin']]: string } = { ...ORIGINS, ...t.shortOrigins }

/** The same for a column of a list. */
export const shortInitiator = ({ requestedBy, origin }: Pick<Refund, 'requestedBy' | 'origin'>): string =>
  origin === 'console' && requestedBy !== undefined ? requestedBy : SHORT_ORIGINS[origin]
