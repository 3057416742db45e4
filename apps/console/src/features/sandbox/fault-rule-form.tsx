import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import { useState } from 'react'
import { Button, Field, Select } from '../../components/controls.tsx'

const KINDS = [
  { value: 'latency', label: 'Slow answer' },
  { value: 'status', label: 'Error answer' },
  { value: 'reset', label: 'Line breaks before the work' },
  { value: 'lost-reply', label: 'Work is done, answer is lost' },
  { value: 'slow-body', label: 'Answer drop by drop' },
  { value: 'truncated', label: 'Half an answer' },
  { value: 'empty', label: 'Empty answer' },
  { value: 'wrong-content-type', label: 'A page instead of JSON' },
] as const satisfies readonly { value: FaultRule['kind']; label: string }[]

const CALLS = [
  { value: '', label: 'All calls' },
  ...Object.keys(ENDPOINTS).map((name) => ({ value: name, label: name })),
]

interface RuleDraft {
  kind: FaultRule['kind']
  endpoint: string
  percent: string
  times: string
  delayMs: string
  status: string
}

/** A whole number in its bounds; undefined for anything else. */
const whole = (text: string, least: number, most: number): number | undefined => {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined
}

/** One rule: which calls it strikes, how often, and how. */
export function RuleForm({ busy, onAdd }: { busy: boolean; onAdd(rule: FaultRule): void }) {
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
  const percent = whole(draft.percent, 1, 100)
  const times = draft.times === '' ? 0 : whole(draft.times, 1, 9_999)
  const slow = kind === 'latency' || kind === 'slow-body'
  const delayMs = whole(draft.delayMs, 1, 600_000)
  const status = whole(draft.status, 200, 599)
  const ready = percent !== undefined && times !== undefined && (!slow || delayMs) && (kind !== 'status' || status)
  const figure = { inputMode: 'numeric', autoComplete: 'off', className: 'text-right tabular-nums' } as const
  return (
    <form
      aria-label="One misfortune more"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!ready || busy || percent === undefined) return
        onAdd({
          kind,
          ...(endpoint === '' ? {} : { endpoints: [endpoint] }),
          ...(percent === 100 ? {} : { rate: percent / 100 }),
          ...(times ? { times } : {}),
          ...(slow && delayMs ? { delayMs } : {}),
          ...(kind === 'status' && status ? { status } : {}),
        })
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Select label="What goes wrong" value={kind} onChange={(kind) => set({ kind })} options={KINDS} />
        <Select label="Of which calls" value={endpoint} onChange={(endpoint) => set({ endpoint })} options={CALLS} />
        <Field
          label="Share of them, %"
          value={draft.percent}
          onChange={(percent) => set({ percent })}
          error={percent === undefined ? 'From 1 to 100.' : undefined}
          {...figure}
        />
        <Field
          label="At most so many"
          value={draft.times}
          onChange={(times) => set({ times })}
          placeholder="no limit"
          error={times === undefined ? 'A whole number, or nothing.' : undefined}
          {...figure}
        />
        {slow && (
          <Field
            label="Milliseconds"
            value={draft.delayMs}
            onChange={(delayMs) => set({ delayMs })}
            error={delayMs === undefined ? 'From 1 to 600000.' : undefined}
            {...figure}
          />
        )}
        {kind === 'status' && (
          <Field
            label="HTTP status"
            value={draft.status}
            onChange={(status) => set({ status })}
            error={status === undefined ? 'From 200 to 599.' : undefined}
            {...figure}
          />
        )}
      </div>
      <Button type="submit" busy={busy} disabled={!ready} className="justify-self-start">
        Add it
      </Button>
    </form>
  )
}
