import type { Refund } from '@galla/contract/gateway-api/refunds'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { Amount } from '../../ui/amount.tsx'
import { Note } from '../../ui/error-note.tsx'
import { Id } from '../../ui/id.tsx'
import { Facts } from '../../ui/page.tsx'
import { OrderLink } from '../../ui/record-link.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { markState } from './mark-state.ts'
import { ORIGINS, refundNote } from './words/refund-notes.ts'
import { refundReason } from './words/refund-reasons.ts'

export function RefundFacts({ refund }: { refund: Refund }) {
  const { merchantRefundId, merchantOrderId, refundId, utr, note, attempts, nextPollAtMs } = refund
  const { tone, says } = refundNote(refund)
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-4 text-lg">
        <StateMark kind="refund" state={markState(refund)} />
        <Amount paise={refund.amount} strong />
      </p>
      <Note tone={tone}>
        <p>{says}</p>
        <Reason refund={refund} />
      </Note>
      <Facts
        rows={[
          ['Refund id', <Id key="id" value={merchantRefundId} what="refund id" />],
          ['Order', <OrderLink key="order" merchantOrderId={merchantOrderId} />],
          ['Sums of the order', <Sums key="sums" merchantOrderId={merchantOrderId} />],
          [
            'Provider’s id',
            refundId ? <Id key="theirs" value={refundId} what="provider’s refund id" /> : 'Not known yet',
          ],
          ['UTR', utr ? <Id key="utr" value={utr} what="UTR" /> : 'None yet: it comes with the money'],
          ['Wanted by', ORIGINS[refund.origin]],
          note === undefined ? undefined : ['Note', note],
          ['Sent', attempts === 0 ? 'Not yet' : attempts === 1 ? 'Once' : `${attempts} times, always under this id`],
          ['Asked for', <Time key="created" atMs={refund.createdAtMs} full />],
          ['Changed', <Time key="updated" atMs={refund.updatedAtMs} full />],
          nextPollAtMs === undefined ? undefined : ['Next look', <Time key="next" atMs={nextPollAtMs} full />],
        ]}
      />
    </>
  )
}

/** The provider's code, and what it means where that is known. */
function Reason({ refund: { state, errorCode, detailedErrorCode } }: { refund: Refund }) {
  if (state !== 'FAILED' || (errorCode ?? detailedErrorCode) === undefined) return null
  const codes = [errorCode, detailedErrorCode].filter((code) => code !== undefined)
  const meaning = refundReason(errorCode, detailedErrorCode)
  return (
    <p>
      {meaning ?? 'The provider gave a code that is not known here. Ask its support about it.'}{' '}
      <code className="font-mono text-xs">{codes.join(' · ')}</code>
    </p>
  )
}

function Sums({ merchantOrderId }: { merchantOrderId: string }) {
  const { data } = useQuery({
    queryKey: keys.order(merchantOrderId),
    queryFn: ({ signal }) => call('GET /orders/:merchantOrderId', { params: { merchantOrderId }, signal }),
  })
  if (!data) return '…'
  const { amount, refundedAmount, refundableAmount } = data.order
  return (
    <>
      <Amount paise={amount} /> paid, <Amount paise={refundedAmount} /> went back, <Amount paise={refundableAmount} />{' '}
      may still go
    </>
  )
}
