import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { ErrorNote, Loading } from '../../components/page.tsx'
import { Amount, Id, StateMark } from '../../components/records.tsx'
import { preciseText } from '../../i18n/format.ts'
import { entryWords } from '../orders/timeline-messages.ts'
import { FailureCode, isReady, type OutcomeDraft } from '../sandbox/outcome-choice.tsx'
import { useControl, useControlChange } from '../sandbox/use-sandbox.ts'
import { PayerSide } from './payer-view.tsx'
import type { Running } from './start-payment.ts'

/** A payment that was started here, live until it is decided. */
export function Follow({ running, onLeave }: { running: Running; onLeave(): void }) {
  const { merchantOrderId } = running
  const query = useQuery({
    queryKey: keys.order(merchantOrderId),
    queryFn: ({ signal }) => call('GET /orders/:merchantOrderId', { params: { merchantOrderId }, signal }),
  })
  if (!query.data) {
    return query.error ? (
      <ErrorNote error={query.error} what="The payment could not be read." onRetry={() => void query.refetch()} />
    ) : (
      <Loading what="the payment" lines={4} />
    )
  }
  const { order } = query.data
  const open = order.state === 'PENDING' || order.state === 'CREATED'
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2" aria-live="polite">
        <span className="flex items-center gap-4 text-lg">
          <StateMark kind="order" state={order.needsReview ? 'PARKED' : order.state} />
          <Amount paise={order.amount} strong />
        </span>
        <Id value={merchantOrderId} what="order id" />
      </div>
      {open && <PayerSide running={running} />}
      {open && <Fate merchantOrderId={merchantOrderId} expiresAtMs={order.expiresAtMs} />}
      <Story story={query.data} />
      <div className="flex flex-wrap items-center gap-4">
        <Link
          to="/orders/$merchantOrderId"
          params={{ merchantOrderId }}
          className="rounded-edge font-strong text-brass underline underline-offset-4"
        >
          Open the order
        </Link>
        <Button small onClick={onLeave}>
          {open ? 'Stop following' : 'Make another'}
        </Button>
      </div>
    </div>
  )
}

/** Beyond its expiry by so much, nobody disputes that an order is over. Milliseconds. */
const BEYOND_MS = 1_000

/** What becomes of the payment that is waiting: the bank's part, by a press. */
export function Fate({ merchantOrderId, expiresAtMs }: { merchantOrderId: string; expiresAtMs: number | undefined }) {
  const [failing, setFailing] = useState(false)
  const [errorCode, setErrorCode] = useState('ZM')
  const settle = useControlChange('POST /orders/:merchantOrderId/simulate', () => setFailing(false))
  const clock = useControl('GET /clock')
  const move = useControlChange('POST /clock')
  const params = { merchantOrderId }
  const fails: OutcomeDraft = { outcome: 'FAILURE', errorCode }
  const leftMs = expiresAtMs === undefined || !clock.data ? undefined : expiresAtMs - clock.data.nowMs
  return (
    <fieldset className="grid gap-3 border-t border-rule pt-4">
      <legend className="unseen">What becomes of it</legend>
      <div className="flex flex-wrap gap-2">
        <Button
          look="main"
          busy={settle.isPending}
          onClick={() => settle.mutate({ params, body: { outcome: 'SUCCESS' } })}
        >
          Pay it
        </Button>
        <Button aria-expanded={failing} onClick={() => setFailing(!failing)}>
          Fail it…
        </Button>
        {leftMs !== undefined && leftMs > 0 && (
          <Button
            busy={move.isPending}
            onClick={() => move.mutate({ body: { advanceMs: Math.ceil(leftMs) + BEYOND_MS } })}
          >
            Let it expire
          </Button>
        )}
      </div>
      {failing && (
        <form
          className="flex flex-wrap items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady(fails)) settle.mutate({ params, body: { outcome: 'FAILURE', errorCode: errorCode.trim() } })
          }}
        >
          <FailureCode value={errorCode} onChange={setErrorCode} />
          <Button type="submit" className="mt-6" busy={settle.isPending} disabled={!isReady(fails)}>
            Fail it
          </Button>
        </form>
      )}
      {settle.error && <ErrorNote error={settle.error} what="It could not be settled." />}
      {move.error && <ErrorNote error={move.error} what="The clock could not be moved." />}
    </fieldset>
  )
}

const EDGES: { readonly [Tone in TimelineEntry['tone']]: string } = {
  neutral: 'border-l-rule-strong',
  good: 'border-l-good',
  warning: 'border-l-wait',
  bad: 'border-l-bad',
}

/** What happened so far, line by line; the order's own page has each with its payload. */
export function Story({ story }: { story: OrderStory }) {
  return (
    <ol aria-label="What happened" className="grid gap-1 text-sm">
      {story.timeline.map((entry) => (
        <li
          key={`${entry.atMs} ${entry.kind} ${entry.title} ${entry.detailId ?? ''}`}
          className={`grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 border-l-4 py-0.5 pl-3 ${EDGES[entry.tone]}`}
        >
          <span className="font-mono text-xs leading-[1.375rem] text-soft">{preciseText(entry.atMs)}</span>
          <span className="wrap-anywhere">{entryWords(entry, story).title}</span>
        </li>
      ))}
    </ol>
  )
}
