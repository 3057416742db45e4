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
