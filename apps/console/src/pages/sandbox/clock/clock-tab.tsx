import type { SetClock } from '@galla/contract/sandbox-api/routes'
import { momentText } from '../../../lib/when.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote, Note } from '../../../ui/error-note.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Section } from '../../../ui/page.tsx'
import { useControl, useControlChange } from '../use-control.ts'
import { DueList } from './due-list.tsx'
import { dueNext } from './due-next.ts'
import { movedText } from './moved-text.ts'
import { PutClock } from './put-clock.tsx'

const STEPS = [
  { label: '1 minute', ms: 60_000 },
  { label: '10 minutes', ms: 600_000 },
  { label: '1 hour', ms: 3_600_000 },
  { label: '24 hours', ms: 86_400_000 },
] as const

/** The provider's time: seen, stopped, moved on. Moving answers when everything that fell due on the way has happened. */
export function ClockTab() {
  const clock = useControl('GET /clock')
  const orders = useControl('GET /orders', { query: { state: 'PENDING', limit: '500' } })
  const deliveries = useControl('GET /callbacks', { query: { delivered: 'false' } })
  const move = useControlChange('POST /clock')
  if (!clock.data) {
    return clock.error ? (
      <ErrorNote error={clock.error} what="The clock could not be read." onRetry={() => void clock.refetch()} />
    ) : (
      <Loading what="the clock" lines={3} />
    )
  }
  const { nowMs, frozen } = clock.data
  const due = dueNext(orders.data?.orders ?? [], deliveries.data?.deliveries ?? [], nowMs)
  const [first] = due
  const set = (body: SetClock) => move.mutate({ body })
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div>
          <p className="text-lg font-strong tabular-nums">{momentText(nowMs)}</p>
          <p className="text-sm text-soft">
            {frozen ? 'Stopped' : 'Running'}. {movedText(nowMs, Date.now())}.
          </p>
        </div>
        <Button busy={move.isPending} onClick={() => set(frozen ? { resume: true } : { freeze: true })}>
          {frozen ? 'Let it run' : 'Stop it'}
        </Button>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-strong">Move on by</legend>
        <div className="flex flex-wrap gap-2">
          {STEPS.map(({ label, ms }) => (
            <Button key={label} busy={move.isPending} onClick={() => set({ advanceMs: ms })}>
              {label}
            </Button>
          ))}
          <Button
            look="main"
            busy={move.isPending}
            disabled={!first}
            onClick={() => first && set({ advanceMs: Math.max(0, Math.ceil(first.atMs - nowMs)) })}
          >
            To what is due next
          </Button>
        </div>
      </fieldset>
      <PutClock nowMs={nowMs} busy={move.isPending} onPut={(setMs) => set({ setMs })} />
      {move.error && <ErrorNote error={move.error} what="The clock was not moved." />}
      <Section title="Due next">
        <DueList due={due} nowMs={nowMs} />
      </Section>
      <Note tone="neutral">
        <p>
          Orders expire, callbacks are tried again, refunds go on and access tokens run out by this clock. The books
          keep the time of this machine and learn of it all by callbacks and by asking. After an hour’s step their first
          call may be refused once, until they have a new token.
        </p>
      </Note>
    </div>
  )
}
