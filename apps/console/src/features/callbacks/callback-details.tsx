import type { CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Facts } from '../../components/page.tsx'
import { Id, markState, OrderLink, RefundLink, StateMark, Time } from '../../components/records.tsx'
import { outcomeOf } from './callback-messages.ts'

const VERIFIED: { readonly [mode: string]: string } = {
  classic: 'User name and password: they prove the sender, not the body',
  hmac: 'A signature over the body',
}

export function CallbackFacts({ callback }: { callback: CallbackRecordDetail }) {
  const { callbackId, merchantOrderId, merchantRefundId, state, verifiedBy, processedAtMs, verdict } = callback
  return (
    <Facts
      rows={[
        verdict === 'refused'
          ? undefined
          : [
              'Event',
              <code key="event" className="font-mono text-xs">
                {callback.event}
              </code>,
            ],
        ['Came', <Time key="came" atMs={callback.receivedAtMs} full />],
        verdict === 'refused'
          ? undefined
          : ['Outcome', <Outcome key="outcome" callback={callback} processedAtMs={processedAtMs} />],
        merchantOrderId === undefined
          ? undefined
          : ['Order', <OrderLink key="order" merchantOrderId={merchantOrderId} />],
        merchantRefundId === undefined
          ? undefined
          : ['Refund', <RefundLink key="refund" merchantRefundId={merchantRefundId} />],
        state === undefined ? undefined : ['It says', state],
        verdict === 'accepted' ? ledTo(callback) : undefined,
        verifiedBy === undefined ? undefined : ['Proved by', VERIFIED[verifiedBy] ?? verifiedBy],
        ['Number', <Id key="id" value={callbackId} what="callback number" />],
      ]}
    />
  )
}

function ledTo({
  callbackId,
  merchantOrderId,
  merchantRefundId,
}: CallbackRecordDetail): [string, ReactNode] | undefined {
  if (merchantRefundId !== undefined) return ['The refund is now', <RefundNow key="now" id={merchantRefundId} />]
  if (merchantOrderId === undefined) return undefined
  return ['It led to', <LedTo key="led" callbackId={callbackId} merchantOrderId={merchantOrderId} />]
}

function Outcome({ callback, processedAtMs }: { callback: CallbackRecordDetail; processedAtMs: number | undefined }) {
  return (
    <>
      {outcomeOf(callback)}
      {processedAtMs !== undefined && (
        <>
          , <Time atMs={processedAtMs} />
        </>
      )}
      {callback.attempts > 1 && `, at the ${ordinal(callback.attempts)} attempt`}
    </>
  )
}

const ordinal = (count: number): string => (count === 2 ? 'second' : count === 3 ? 'third' : `${count}th`)

/** The decision about the order in which this callback was heard, with the rule that spoke. */
export function LedTo({ callbackId, merchantOrderId }: { callbackId: string; merchantOrderId: string }) {
  const { data: story, isError } = useQuery({
    queryKey: keys.order(merchantOrderId),
    queryFn: ({ signal }) => call('GET /orders/:merchantOrderId', { params: { merchantOrderId }, signal }),
    retry: false,
  })
  if (isError) return 'Nothing: the order is not in these books'
  if (!story) return '…'
  const heardIn = story.decisions.filter(({ observations }) =>
    observations.some(({ kind, source }) => kind === 'callback' && source === callbackId),
  )
  const decision = heardIn.at(-1)
  if (!decision) return 'Nothing yet'
  const { from, to, explains } = decision
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-3">
        {from === to ? (
          <>
            <StateMark kind="order" state={to} /> as before
          </>
        ) : (
          <>
            <StateMark kind="order" state={from} /> <span className="text-soft">then</span>{' '}
            <StateMark kind="order" state={to} />
          </>
        )}
      </span>
      <span>{explains}</span>
      <Link
        to="/orders/$merchantOrderId"
        params={{ merchantOrderId }}
        className="w-fit text-brass underline underline-offset-2"
      >
        The order’s story
      </Link>
    </span>
  )
}

/** Where the refund of a callback stands by now. */
export function RefundNow({ id }: { id: string }) {
  const { data, isError } = useQuery({
    queryKey: keys.refund(id),
    queryFn: ({ signal }) => call('GET /refunds/:merchantRefundId', { params: { merchantRefundId: id }, signal }),
    retry: false,
  })
  if (isError) return 'Not in these books'
  return data ? <StateMark kind="refund" state={markState(data)} /> : '…'
}
