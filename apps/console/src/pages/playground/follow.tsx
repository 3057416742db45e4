import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Id } from '../../ui/id.tsx'
import { Loading } from '../../ui/loading.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Fate } from './fate.tsx'
import { PayerSide } from './payer-side.tsx'
import { Story } from './story.tsx'
import type { Running } from './use-pay.ts'

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
