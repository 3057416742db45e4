import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'
import { Note } from '../../ui/error-note.tsx'
import { Id } from '../../ui/id.tsx'
import { Facts } from '../../ui/page.tsx'
import { OrderLink, RefundLink } from '../../ui/record-link.tsx'
import { Time } from '../../ui/time.tsx'
import { EffectMark } from './effect-mark.tsx'
import { effectNote, effectWords } from './words/effect-words.ts'

export function EffectFacts({ effect }: { effect: EventDelivery }) {
  const {
    deliveryId,
    event: kind,
    merchantOrderId,
    merchantRefundId,
    attempts,
    lastError,
    nextAttemptAtMs,
    doneAtMs,
  } = effect
  const { event, to } = effectWords(kind)
  const { tone, says } = effectNote(effect)
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-lg">
        <span>
          {event} <span className="text-soft">to {to}</span>
        </span>
        <span className="text-base">
          <EffectMark effect={effect} />
        </span>
      </p>
      <Note tone={tone}>
        <p>{says}</p>
        {lastError !== undefined && <p className="font-mono text-xs">{lastError}</p>}
      </Note>
      <Facts
        rows={[
          merchantOrderId === undefined
            ? undefined
            : ['Order', <OrderLink key="order" merchantOrderId={merchantOrderId} />],
          merchantRefundId === undefined
            ? undefined
            : ['Refund', <RefundLink key="refund" merchantRefundId={merchantRefundId} />],
          ['Effect id', <Id key="id" value={deliveryId} what="effect id" most={44} />],
          ['Attempts', String(attempts)],
          ['Written down', <Time key="created" atMs={effect.createdAtMs} full />],
          nextAttemptAtMs === undefined ? undefined : ['Next attempt', <Time key="next" atMs={nextAttemptAtMs} full />],
          doneAtMs === undefined ? undefined : ['Done', <Time key="done" atMs={doneAtMs} full />],
        ]}
      />
    </>
  )
}
