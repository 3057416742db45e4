import type { CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import type { ReactNode } from 'react'
import { Id } from '../../ui/id.tsx'
import { Facts } from '../../ui/page.tsx'
import { OrderLink, RefundLink } from '../../ui/record-link.tsx'
import { Time } from '../../ui/time.tsx'
import { outcomeOf } from '../callbacks/outcome.ts'
import { LedTo } from './led-to.tsx'
import { RefundNow } from './refund-now.tsx'

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
