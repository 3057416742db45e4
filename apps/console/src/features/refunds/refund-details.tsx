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
import { DescriptionList, Detail, ErrorNote, Note, QueryText, QueryView } from '../../components/page.tsx'
import { Amount, Id, OrderLink, refundState, StateBadge, Time } from '../../components/records.tsx'
import { plural } from '../../i18n/plural.ts'
import { describeState, endpointLabel, type Tone } from '../../i18n/terms.ts'
import { paidIn } from '../orders/ledger-messages.ts'
import { mayBeSent } from '../orders/result-messages.ts'
import { refundBlock } from '../orders/review-messages.ts'
import { RefundApprovalNote } from './refund-approval.tsx'
import { refundReason } from './refund-failures.ts'
import { REASON_LABELS } from './refund-reasons.ts'
import { RefundReviewNote } from './refund-review.tsx'

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
      showToast(changed ? `Status checked. The refund is now: ${label}.` : `Status checked. No change: ${label}.`)
    },
  })
  return (
    <Dialog open onClose={onClose} title="Refund" wide>
      <QueryView query={query} what="the refund">
        {(refund) => (
          <div className="grid gap-4">
            <RefundDetails refund={refund} />
            {sync.error && <ErrorNote error={sync.error} what="The status could not be checked." />}
            <Allowed to="GET /calls">
              <RefundCalls merchantRefundId={merchantRefundId} />
            </Allowed>
            <DialogFooter>
              <Button onClick={onClose}>Close</Button>
              {(refund.needsReview || mayBeSent(refund)) && (
                <Allowed to="POST /refunds/:merchantRefundId/sync">
                  <Button
                    variant={refund.state === 'FAILED' ? 'secondary' : 'primary'}
                    busy={sync.isPending}
                    onClick={() => sync.mutate()}
                  >
                    Check status
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
      Request a new refund
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
      {changed && <ErrorNote error={changed} what="You have not resolved the review." />}
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
        <Detail name="Refund ID">
          <Id value={merchantRefundId} what="refund id" />
        </Detail>
        <Detail name="Order">
          <OrderLink merchantOrderId={merchantOrderId} />
        </Detail>
        <Detail name="Order balance">
          <OrderBalance merchantOrderId={merchantOrderId} />
        </Detail>
        <Detail name="Provider refund ID">
          {refundId ? <Id value={refundId} what="provider refund ID" /> : !isOver && 'Not known yet'}
        </Detail>
        <Detail name="UTR of the refund">
          {utr ? (
            <Id value={utr} what="UTR" />
          ) : refund.state === 'COMPLETED' ? (
            'The provider gave none'
          ) : (
            !isOver && 'Not known until the refund is completed'
          )}
        </Detail>
        <Detail name="Initiated by">{initiator(refund)}</Detail>
        <Detail name="Reason">{refund.reason && REASON_LABELS[refund.reason]}</Detail>
        <Detail name="Note">{note}</Detail>
        <Detail name="Sent to provider">
          {attempts === 0 ? 'Not yet' : attempts === 1 ? 'Once' : `${plural(attempts, 'time')}, with the same id`}
        </Detail>
        <Detail name="Created">
          <Time atMs={refund.createdAtMs} full />
        </Detail>
        <Detail name="Updated">
          <Time atMs={refund.updatedAtMs} full />
        </Detail>
        <Detail name="Next status check">{nextPollAtMs && !awaits && <Time atMs={nextPollAtMs} full planned />}</Detail>
      </DescriptionList>
    </>
  )
}

/** The provider's error code of a failed refund and its meaning. */
function FailureReason({ refund: { state, errorCode, detailedErrorCode } }: { refund: Refund }) {
  if (state !== 'FAILED' || (errorCode ?? detailedErrorCode) === undefined) return null
  const codes = [errorCode, detailedErrorCode].filter((code) => code !== undefined)
  return (
    <p>
      {refundReason(errorCode, detailedErrorCode) ?? 'The provider’s code is unknown. Ask its support about it.'}{' '}
      <code translate="no" className="font-mono text-xs">
        {codes.join(' · ')}
      </code>
    </p>
  )
}

function OrderBalance({ merchantOrderId }: { merchantOrderId: string }) {
  const query = useQuery(orderQuery(merchantOrderId))
  return (
    <QueryText query={query} missing="The gateway does not have this order">
      {(story) => <Balance story={story} />}
    </QueryText>
  )
}

function Balance({ story: { order, ledger } }: { story: OrderWithTimeline }) {
  const { refundedAmount, refundableAmount, overdrawnAmount = 0 } = order
  const paid = paidIn(ledger)
  // Open refunds hold it until they are decided.
  const reserved = paid + overdrawnAmount - refundedAmount - refundableAmount
  return (
    <>
      <Amount paise={paid} /> paid, <Amount paise={refundedAmount} /> refunded,{' '}
      {reserved > 0 && (
        <>
          <Amount paise={reserved} /> reserved,{' '}
        </>
      )}
      <Amount paise={refundableAmount} /> refundable
    </>
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
      <h3 className="mb-1">API calls</h3>
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

type NoteInput = Pick<Refund, 'state' | 'inDoubt' | 'attempts' | 'utr'>

/** Says what the state of a refund means, how long it lasts and what to do. */
export function refundNote({ state, inDoubt, attempts, utr }: NoteInput): { tone: Tone; text: string } {
  switch (state) {
    case 'REQUESTED':
      if (inDoubt) {
        return {
          tone: 'wait',
          text: 'Sent to the provider, and no response is stored: it is still to come, or lost. Until the gateway knows more, the provider may have accepted the refund or not. The gateway checks the status under the same id, and the amount stays reserved. Do not request it again with another id: the payer could receive the money twice.',
        }
      }
      return attempts === 0
        ? {
            tone: 'neutral',
            text: 'Stored, and sent to the provider within seconds. If it is not, open Health: perhaps no worker is running.',
          }
        : {
            tone: 'wait',
            text: 'The provider has not accepted it yet: rate limit or no connection. It is sent again with the same id, which is safe. The API log has the responses.',
          }
    case 'PENDING':
      return {
        tone: 'wait',
        text: 'The provider is processing it. This usually takes minutes and can take a few working days. The gateway checks the status; until then another refund of this order has to wait.',
      }
    case 'CONFIRMED':
      return {
        tone: 'wait',
        text: 'The provider accepted it. Banks usually need 5 to 7 working days to credit the payer. The gateway checks the status.',
      }
    case 'COMPLETED':
      return {
        tone: 'good',
        text:
          utr === undefined
            ? 'The money was refunded. The payer’s bank may take up to 7 working days to show it.'
            : 'The money was refunded. If the payer does not see it, give them the UTR: their bank finds the payment by it.',
      }
    case 'FAILED':
      return {
        tone: 'bad',
        text: 'No money was refunded, and the amount is refundable again. When the cause is fixed, create a new refund on the order; it gets a new id, since this one cannot be reused.',
      }
  }
}

const ORIGINS: { readonly [Origin in Refund['origin']]: string } = {
  console: 'A user of this console',
  api: 'Your code',
  'late-payment': 'Automatic: the order was paid too late',
  duplicate: 'Automatic: another order of the same reference was paid first',
  external: 'The provider’s dashboard',
}

/** The person's name, or what requested it. */
export const initiator = ({ requestedBy, origin }: Pick<Refund, 'requestedBy' | 'origin'>): string =>
  origin === 'console' && requestedBy !== undefined ? requestedBy : ORIGINS[origin]

const SHORT_ORIGINS: { readonly [Origin in Refund['origin']]: string } = {
  ...ORIGINS,
  'late-payment': 'Automatic: late',
  duplicate: 'Automatic: paid twice',
  external: 'Dashboard',
}

/** The same for a column of a list. */
export const shortInitiator = ({ requestedBy, origin }: Pick<Refund, 'requestedBy' | 'origin'>): string =>
  origin === 'console' && requestedBy !== undefined ? requestedBy : SHORT_ORIGINS[origin]
