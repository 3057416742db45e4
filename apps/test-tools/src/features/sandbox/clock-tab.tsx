import { Button, Field } from '@galla/console/components/controls.tsx'
import { ErrorNote, Note, QueryView, Section } from '@galla/console/components/page.tsx'
import { DAY_MS, dateTimeOf, HOUR_MS, momentText, parseDateTime, relativeText } from '@galla/console/i18n/format.ts'
import type { Delivery, SandboxOrder, SetClock } from '@galla/contract/sandbox-api/routes'
import { useState } from 'react'
import { SandboxTime } from './sandbox-frame.tsx'
import { useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

const STEPS = [
  { label: '1 minute', ms: 60_000 },
  { label: '10 minutes', ms: 600_000 },
  { label: '1 hour', ms: HOUR_MS },
  { label: '24 hours', ms: DAY_MS },
] as const

/** The sandbox's clock. A request that advances it is answered when everything that fell due has been processed. */
export function ClockTab() {
  const clock = useSandboxQuery('GET /clock')
  const orders = useSandboxQuery('GET /orders', { query: { state: 'PENDING', limit: '500' } })
  const callbacks = useSandboxQuery('GET /callbacks', { query: { delivered: 'false' } })
  const update = useSandboxMutation('POST /clock')
  const set = (body: SetClock) => update.mutate({ body })
  return (
    <QueryView query={clock} what="the clock" lines={3}>
      {({ nowMs, frozen }) => {
        const due = dueEvents(orders.data?.orders ?? [], callbacks.data?.deliveries ?? [], nowMs)
        const [next] = due
        return (
          <div className="grid grid-cols-1 gap-5">
            <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
              <div>
                <p className="text-lg font-strong tabular-nums">{momentText(nowMs)}</p>
                <p className="text-sm text-soft">
                  {frozen ? 'Stopped' : 'Running'}. {clockOffsetText(nowMs, Date.now())}.
                </p>
              </div>
              <Button busy={update.isPending} onClick={() => set(frozen ? { resume: true } : { freeze: true })}>
                {frozen ? 'Resume' : 'Freeze'}
              </Button>
            </div>
            <fieldset className="grid gap-2">
              <legend className="mb-1 text-sm font-strong">Advance by</legend>
              <div className="flex flex-wrap gap-2">
                {STEPS.map(({ label, ms }) => (
                  <Button key={label} busy={update.isPending} onClick={() => set({ advanceMs: ms })}>
                    {label}
                  </Button>
                ))}
                <Button
                  variant="primary"
                  busy={update.isPending}
                  disabled={!next}
                  onClick={() => next && set({ advanceMs: Math.max(0, Math.ceil(next.atMs - nowMs)) })}
                >
                  To the next event
                </Button>
              </div>
            </fieldset>
            <SetClockForm nowMs={nowMs} busy={update.isPending} onSet={(setMs) => set({ setMs })} />
            {update.error && <ErrorNote error={update.error} what="The clock was not changed." />}
            <Section title="Due next">
              <DueList due={due} nowMs={nowMs} />
            </Section>
            <Note tone="neutral">
              <p>
                This clock decides when orders expire, webhooks are retried, refunds progress and access tokens expire.
                Without the option <code className="font-mono text-sm">clock</code>, the gateway uses the time of its
                database. After a step of an hour, the first call of the gateway may be rejected once, until the gateway
                has a new token.
              </p>
            </Note>
          </div>
        )
      }}
    </QueryView>
  )
}

/** Sets the clock to a date and time. */
function SetClockForm({ nowMs, busy, onSet }: { nowMs: number; busy: boolean; onSet(ms: number): void }) {
  // The time when the form was mounted: a running clock in the field would overwrite what the user types.
  const [text, setText] = useState(() => dateTimeOf(nowMs))
  const ms = parseDateTime(text)
  const isValid = Number.isSafeInteger(ms) && ms >= 0
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid && !busy) onSet(ms)
      }}
    >
      <Field
        label="Set time, IST"
        type="datetime-local"
        step={1}
        value={text}
        onChange={setText}
        error={isValid ? undefined : 'Enter a date and a time.'}
        hint={
          isValid && ms + 60_000 < nowMs ? 'Setting it back undoes nothing; it only delays what is due.' : undefined
        }
      />
      <Button type="submit" className="sm:mt-6" busy={busy} disabled={!isValid}>
        Set time
      </Button>
    </form>
  )
}

interface DueEvent {
  readonly atMs: number
  readonly kind: 'order expires' | 'webhook is sent'
  readonly id: string
}

/** Returns the events that are due when the clock reaches its time, in order. */
export function dueEvents(
  orders: readonly Pick<SandboxOrder, 'merchantOrderId' | 'state' | 'expireAt'>[],
  callbacks: readonly Pick<Delivery, 'id' | 'scheduledAtMs' | 'sentAtMs'>[],
  nowMs: number,
): DueEvent[] {
  const expiries = orders
    .filter(({ state }) => state === 'PENDING')
    .map(({ merchantOrderId, expireAt }): DueEvent => ({ atMs: expireAt, kind: 'order expires', id: merchantOrderId }))
  const sends = callbacks
    .filter(({ sentAtMs }) => sentAtMs === undefined)
    .map(({ id, scheduledAtMs }): DueEvent => ({ atMs: scheduledAtMs, kind: 'webhook is sent', id }))
  return [...expiries, ...sends].filter(({ atMs }) => atMs > nowMs).sort((a, b) => a.atMs - b.atMs)
}

const SHOWN_EVENTS = 8

function DueList({ due, nowMs }: { due: readonly DueEvent[]; nowMs: number }) {
  if (due.length === 0) return <p className="text-soft">Nothing is scheduled.</p>
  return (
    <>
      <ul className="grid">
        {due.slice(0, SHOWN_EVENTS).map(({ atMs, kind, id }) => (
          <li
            key={`${kind} ${id} ${atMs}`}
            className="grid gap-x-6 border-b border-rule py-1.5 sm:grid-cols-[15rem_8rem_minmax(0,1fr)]"
          >
            <SandboxTime atMs={atMs} />
            <span className="text-soft">{relativeText(atMs, nowMs)}</span>
            <span className="wrap-anywhere">
              {kind === 'order expires' ? 'Order expires: ' : 'Webhook is sent: '}
              <span className="font-mono text-xs">{id}</span>
            </span>
          </li>
        ))}
      </ul>
      {due.length > SHOWN_EVENTS && <p className="pt-2 text-sm text-soft">and {due.length - SHOWN_EVENTS} more</p>}
    </>
  )
}

const UNITS = [
  ['day', DAY_MS],
  ['h', HOUR_MS],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** A smaller difference is within the latency of a request. */
const SAME_TIME_MS = 5_000

/** How far the sandbox's clock is from this machine's, in its two largest units: `1 day 2 h ahead of this machine`. */
export function clockOffsetText(sandboxMs: number, localMs: number): string {
  const offsetMs = Math.abs(sandboxMs - localMs)
  if (offsetMs < SAME_TIME_MS) return 'Same time as this machine'
  const parts: string[] = []
  let rest = offsetMs
  for (const [unit, ms] of UNITS) {
    const count = Math.floor(rest / ms)
    rest -= count * ms
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`)
  }
  return `${parts.join(' ')} ${sandboxMs > localMs ? 'ahead of' : 'behind'} this machine`
}
