import type { Delivery, SandboxOrder, SetClock } from '@galla/contract/sandbox-api/routes'
import { useState } from 'react'
import { Button, Field } from '../../components/controls.tsx'
import { ErrorNote, Loading, Note, Section } from '../../components/page.tsx'
import { momentText, relativeText } from '../../i18n/format.ts'
import { SandboxTime } from './sandbox-frame.tsx'
import { useControl, useControlChange } from './use-sandbox.ts'

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

const MOST = 8

export function DueList({ due, nowMs }: { due: readonly Due[]; nowMs: number }) {
  if (due.length === 0) return <p className="text-soft">Nothing waits for its time.</p>
  return (
    <>
      <ul className="grid">
        {due.slice(0, MOST).map(({ atMs, what, id }) => (
          <li
            key={`${what} ${id} ${atMs}`}
            className="grid gap-x-6 border-b border-rule py-1.5 sm:grid-cols-[15rem_8rem_minmax(0,1fr)]"
          >
            <SandboxTime atMs={atMs} />
            <span className="text-soft">{relativeText(atMs, nowMs)}</span>
            <span className="wrap-anywhere">
              {what === 'order expires' ? 'Order expires: ' : 'Callback goes out: '}
              <span className="font-mono text-xs">{id}</span>
            </span>
          </li>
        ))}
      </ul>
      {due.length > MOST && <p className="pt-2 text-sm text-soft">and {due.length - MOST} more</p>}
    </>
  )
}

/** India has one zone and no summer time. */
const ZONE = '+05:30'
const ZONE_MS = 19_800_000

/** As the browser's own field writes it: `2026-11-21T15:04:05`. */
const fieldText = (ms: number) => new Date(ms + ZONE_MS).toISOString().slice(0, 19)

/** Puts the clock anywhere. Into the past nothing is undone. */
export function PutClock({ nowMs, busy, onPut }: { nowMs: number; busy: boolean; onPut(ms: number): void }) {
  // The time as it was when this was opened: a field that runs on would take away what is being typed.
  const [text, setText] = useState(() => fieldText(nowMs))
  const ms = Date.parse(`${text}${ZONE}`)
  const valid = Number.isSafeInteger(ms) && ms >= 0
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (valid && !busy) onPut(ms)
      }}
    >
      <Field
        label="Put it at, Indian time"
        type="datetime-local"
        step={1}
        value={text}
        onChange={setText}
        error={valid ? undefined : 'Write a day and a time.'}
        hint={
          valid && ms + 60_000 < nowMs
            ? 'Into the past nothing is undone; what is to come only comes later.'
            : undefined
        }
      />
      <Button type="submit" className="sm:mt-6" busy={busy} disabled={!valid}>
        Put it there
      </Button>
    </form>
  )
}

export interface Due {
  readonly atMs: number
  readonly what: 'order expires' | 'callback goes out'
  readonly id: string
}

/** What the clock meets next on its way: it all happens when time reaches it, and nothing before. */
export function dueNext(
  orders: readonly Pick<SandboxOrder, 'merchantOrderId' | 'state' | 'expireAt'>[],
  deliveries: readonly Pick<Delivery, 'id' | 'scheduledAtMs' | 'sentAtMs'>[],
  nowMs: number,
): Due[] {
  const expiring = orders
    .filter(({ state }) => state === 'PENDING')
    .map(({ merchantOrderId, expireAt }): Due => ({ atMs: expireAt, what: 'order expires', id: merchantOrderId }))
  const leaving = deliveries
    .filter(({ sentAtMs }) => sentAtMs === undefined)
    .map(({ id, scheduledAtMs }): Due => ({ atMs: scheduledAtMs, what: 'callback goes out', id }))
  return [...expiring, ...leaving].filter(({ atMs }) => atMs > nowMs).sort((a, b) => a.atMs - b.atMs)
}

const UNITS = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** How far the sandbox's time is from this machine's: `1 day 2 h ahead of this machine`, in its two largest units. */
export function movedText(sandboxMs: number, hereMs: number): string {
  const away = Math.abs(sandboxMs - hereMs)
  const parts: string[] = []
  let rest = away
  for (const [unit, ms] of UNITS) {
    const count = Math.floor(rest / ms)
    rest -= count * ms
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`)
  }
  // A look takes a moment; less than this is the same time.
  if (away < 5_000) return 'The same as this machine’s'
  return `${parts.join(' ')} ${sandboxMs > hereMs ? 'ahead of' : 'behind'} this machine`
}
