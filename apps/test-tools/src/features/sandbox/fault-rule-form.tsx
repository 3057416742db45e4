import { defined } from '@galla/console/api/browser.ts'
import { Button, Field, Select } from '@galla/console/components/controls.tsx'
import { endpointLabel } from '@galla/console/i18n/terms.ts'
import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import { LINK_ENDPOINTS } from '@galla/contract/provider/links'
import { SUBSCRIPTION_ENDPOINTS } from '@galla/contract/provider/subscriptions'
import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import { useState } from 'react'

const KINDS = [
  { value: 'latency', label: 'Delayed response' },
  { value: 'status', label: 'Error response' },
  { value: 'reset', label: 'Connection reset before processing' },
  { value: 'lost-reply', label: 'Processed, response lost' },
  { value: 'hold', label: 'Request held in flight' },
  { value: 'late-reply', label: 'Processed, response late' },
  { value: 'stale-status', label: 'Status of the past' },
  { value: 'slow-body', label: 'Slow response body' },
  { value: 'truncated', label: 'Truncated response' },
  { value: 'empty', label: 'Empty response' },
  { value: 'wrong-content-type', label: 'HTML instead of JSON' },
] as const satisfies readonly { value: FaultRule['kind']; label: string }[]

const DELAYED: ReadonlySet<FaultRule['kind']> = new Set(['latency', 'hold', 'late-reply', 'stale-status', 'slow-body'])

const CALLS = [
  { value: '', label: 'All calls' },
  ...Object.keys({ ...ENDPOINTS, ...LINK_ENDPOINTS, ...SUBSCRIPTION_ENDPOINTS }).map((name) => ({
    value: name,
    label: endpointLabel(name),
  })),
]

interface RuleDraft {
  kind: FaultRule['kind']
  endpoint: string
  percent: string
  times: string
  delayMs: string
  status: string
}

/** An integer within the bounds; undefined for any other text. */
const parseInteger = (text: string, min: number, max: number): number | undefined => {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined
}

const NUMBER_FIELD = { inputMode: 'numeric', autoComplete: 'off', className: 'text-right tabular-nums' } as const

/** A form for one fault rule: the kind of fault, the calls it affects, and how often. */
export function FaultRuleForm({ busy, onAdd }: { busy: boolean; onAdd(rule: FaultRule): void }) {
  const [draft, setDraft] = useState<RuleDraft>({
    kind: 'lost-reply',
    endpoint: 'standardPay',
    percent: '100',
    times: '1',
    delayMs: '2000',
    status: '503',
  })
  const set = (change: Partial<RuleDraft>) => setDraft({ ...draft, ...change })
  const { kind, endpoint } = draft
  const percent = parseInteger(draft.percent, 1, 100)
  // 0: no limit.
  const times = draft.times === '' ? 0 : parseInteger(draft.times, 1, 9_999)
  const hasDelay = DELAYED.has(kind)
  const delayMs = parseInteger(draft.delayMs, 1, 3_600_000)
  const status = parseInteger(draft.status, 200, 599)
  const isValid =
    percent !== undefined && times !== undefined && (!hasDelay || delayMs) && (kind !== 'status' || status)
  return (
    <form
      aria-label="Custom fault"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isValid || busy || percent === undefined) return
        onAdd(
          defined({
            kind,
            endpoints: endpoint === '' ? undefined : [endpoint],
            rate: percent === 100 ? undefined : percent / 100,
            times: times || undefined,
            delayMs: hasDelay ? delayMs : undefined,
            status: kind === 'status' ? status : undefined,
          }),
        )
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Select label="Fault" value={kind} onChange={(kind) => set({ kind })} options={KINDS} />
        <Select label="Calls" value={endpoint} onChange={(endpoint) => set({ endpoint })} options={CALLS} />
        <Field
          label="Share of calls, %"
          value={draft.percent}
          onChange={(percent) => set({ percent })}
          error={percent === undefined ? 'From 1 to 100.' : undefined}
          {...NUMBER_FIELD}
        />
        <Field
          label="At most"
          value={draft.times}
          onChange={(times) => set({ times })}
          placeholder="no limit"
          error={times === undefined ? 'A whole number, or nothing.' : undefined}
          {...NUMBER_FIELD}
        />
        {hasDelay && (
          <Field
            label="Milliseconds"
            value={draft.delayMs}
            onChange={(delayMs) => set({ delayMs })}
            error={delayMs === undefined ? 'From 1 to 3600000.' : undefined}
            {...NUMBER_FIELD}
          />
        )}
        {kind === 'status' && (
          <Field
            label="HTTP status"
            value={draft.status}
            onChange={(status) => set({ status })}
            error={status === undefined ? 'From 200 to 599.' : undefined}
            {...NUMBER_FIELD}
          />
        )}
      </div>
      <Button type="submit" busy={busy} disabled={!isValid} className="justify-self-start">
        Add
      </Button>
    </form>
  )
}
