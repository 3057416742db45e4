import { startOfDate } from '../lib/when.ts'
import { Field } from './field.tsx'

interface DayFiltersProps {
  /** `2026-11-21`, or nothing. */
  from: string
  to: string
  onChange(days: { from?: string; to?: string }): void
}

/** From one day to another, both of them included; Indian days. */
export function DayFilters({ from, to, onChange }: DayFiltersProps) {
  return (
    <>
      <Field label="From" type="date" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Field label="To" type="date" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </>
  )
}

const DAY_MS = 86_400_000

/** The days of an address as the books ask for them. What is no day is left out. */
export function spanOf({ from, to }: { from?: string; to?: string }): { fromMs?: string; toMs?: string } {
  const [first, last] = [startOfDate(from ?? ''), startOfDate(to ?? '')]
  return {
    ...(first === undefined ? {} : { fromMs: String(first) }),
    ...(last === undefined ? {} : { toMs: String(last + DAY_MS) }),
  }
}
