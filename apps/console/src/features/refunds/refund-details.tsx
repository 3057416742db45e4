import type { Refund } from '@galla/contract/gateway-api/refunds'
import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Dialog, say } from '../../components/dialog.tsx'
import { ErrorNote, Facts, Loading, Note } from '../../components/page.tsx'
import { Amount, Id, markState, OrderLink, StateMark, Time } from '../../components/records.tsx'
import { endpointWords, markOf } from '../../i18n/terms.ts'

/** One refund: where it stands, what that means, and the calls it took. */
export function RefundDialog({ merchantRefundId, onClose }: { merchantRefundId: string; onClose(): void }) {
  const client = useQueryClient()
  const params = { merchantRefundId }
  const {
    data: refund,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.refund(merchantRefundId),
    queryFn: ({ signal }) => call('GET /refunds/:merchantRefundId', { params, signal }),
  })
  const ask = useMutation({
    mutationFn: () => call('POST /refunds/:merchantRefundId/sync', { params }),
    onSuccess: (told) => {
      const changed = told.version !== refund?.version && told.state !== refund?.state
      client.setQueryData(keys.refund(merchantRefundId), told)
      const { word } = markOf('refund', markState(told))
      say(changed ? `The provider answered: ${word}.` : `The provider answered. It is still: ${word}.`)
    },
  })
  return (
    <Dialog open onClose={onClose} title="Refund" wide>
      {refund ? (
        <div className="grid gap-4">
          <RefundFacts refund={refund} />
          {ask.error && <ErrorNote error={ask.error} what="The provider could not be asked." />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Close</Button>
            <Button look="main" busy={ask.isPending} onClick={() => ask.mutate()}>
              Ask the provider now
            </Button>
          </div>
          <RefundCalls merchantRefundId={merchantRefundId} />
        </div>
      ) : error ? (
        <ErrorNote error={error} what="This refund could not be read." onRetry={() => void refetch()} />
      ) : (
        <Loading what="the refund" />
      )}
    </Dialog>
  )
}

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

const SHOWN = '10'

/** The latest calls to the provider about a refund: sending it, and asking after it. */
export function RefundCalls({ merchantRefundId }: { merchantRefundId: string }) {
  const query = { id: merchantRefundId, limit: SHOWN }
  const { data } = useQuery({
    // Every call makes it old, as it does the groups of errors.
    queryKey: ['call-errors', 'of', query],
    queryFn: ({ signal }) => call('GET /calls', { query, signal }),
  })
  if (!data || data.rows.length === 0) return null
  return (
    <section className="border-t border-rule pt-4">
      <h3 className="mb-1">Calls about it</h3>
      <ul>
        {data.rows.map(({ callId, atMs, endpoint, outcome, httpStatus }) => (
          <li key={callId} className="flex flex-wrap items-center gap-x-4 border-b border-rule py-2 last:border-b-0">
            <StateMark kind="call" state={outcome ?? 'ok'} />
            <Link
              to="/api-log"
              search={{ open: callId, id: merchantRefundId }}
              className="min-w-0 flex-1 text-brass underline underline-offset-2"
            >
              {endpointWords(endpoint)}
            </Link>
            {httpStatus !== undefined && <span className="font-mono text-xs text-soft">{httpStatus}</span>}
            <Time atMs={atMs} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export interface RefundNote {
  tone: 'neutral' | 'good' | 'wait' | 'bad'
  /** What the state means, and what to do, if anything. */
  says: string
}

type Told = Pick<Refund, 'state' | 'inDoubt' | 'attempts' | 'utr'>

/** A refund's state in plain words: how long it takes, whose turn it is, where the money is. */
export function refundNote({ state, inDoubt, attempts, utr }: Told): RefundNote {
  switch (state) {
    case 'REQUESTED':
      if (inDoubt) {
        return {
          tone: 'wait',
          says: 'The provider’s reply was lost, so nobody knows yet whether it took the refund. Its status is being read under the same id, and the amount stays reserved. Do not ask for it again under another id: the payer could get the money twice.',
        }
      }
      return attempts === 0
        ? {
            tone: 'neutral',
            says: 'Written down and on its way. It leaves within seconds; if it does not, look at Health: perhaps nobody works.',
          }
        : {
            tone: 'wait',
            says: 'The provider did not take it up yet: too many calls, or no connection. It is sent again under the same id, which is safe. The API log says what came back.',
          }
    case 'PENDING':
      return {
        tone: 'wait',
        says: 'The provider has it and has not decided. That usually takes minutes, and can take a few working days. Nothing to do: its status is read again by itself, and another refund of this order has to wait until then.',
      }
    case 'CONFIRMED':
      return {
        tone: 'wait',
        says: 'The provider accepted it; the money is on its way. Banks usually need 5 to 7 working days. Nothing to do: its status is read again by itself.',
      }
    case 'COMPLETED':
      return {
        tone: 'good',
        says:
          utr === undefined
            ? 'The money went back. The payer’s bank may take a little longer to show it.'
            : 'The money went back. If the payer does not see it, give them the UTR: their bank finds the payment by it.',
      }
    case 'FAILED':
      return {
        tone: 'bad',
        says: 'No money went back, and the amount is free again. When the reason is gone, ask for a new refund from the order: it gets a new id, as this one is used up.',
      }
  }
}

export const ORIGINS: { readonly [Origin in Refund['origin']]: string } = {
  console: 'A person, in this console',
  api: 'Your code',
  'late-payment': 'A rule: the order was paid too late',
  duplicate: 'A rule: another order of the same reference was paid first',
  elsewhere: 'Somebody else, in the provider’s dashboard',
}

/** Refusals of a refund that are about us and not about a bank, with the way out. */
const REFUND_REASONS: { readonly [code: string]: string } = {
  REFUND_BREACHED:
    'Refunds are paid from the day’s incoming money, and there was too little of it. Ask for it again later in the day.',
  EXCESS_REFUND_AMOUNT:
    'More was asked for than is left of this order, or than came in today. Compare the sums, or try later in the day.',
  REFUND_FOR_TXN_OLDER_THAN_LIMIT:
    'The payment is too old: the provider gives back for about three months. Pay the payer back in another way.',
  REFUND_AMOUNT_EXCEEDS_ORIGINAL: 'More was asked for than was paid. Ask for less.',
}

/** What the provider’s code means; undefined for one that is not known here. */
export function refundReason(errorCode?: string, detailedErrorCode?: string): string | undefined {
  for (const code of [detailedErrorCode, errorCode]) {
    if (code === undefined) continue
    if (Object.hasOwn(REFUND_REASONS, code)) return REFUND_REASONS[code]
    if (Object.hasOwn(FAILURE_CODES, code)) return FAILURE_CODES[code]?.meaning
  }
  return undefined
}
