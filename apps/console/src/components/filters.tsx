import { inr } from '@galla/contract/money'
import { type ReactNode, useEffect, useState } from 'react'
import { useNarrow } from '../api/browser.ts'
import { rupeesText, startOfDate } from '../i18n/format.ts'
import { Button, Field } from './controls.tsx'

interface FilterBarProps {
  /** How many of them are set: on a phone they are folded away, and this is what is seen of them. */
  count: number
  onClear(): void
  children: ReactNode
}

/** Filters of a list, in one line; on a phone behind a word. */
export function FilterBar({ count, onClear, children }: FilterBarProps) {
  const clear = count > 0 && (
    <Button look="plain" onClick={onClear}>
      Clear filters
    </Button>
  )
  if (!useNarrow()) {
    return (
      <search aria-label="Filters" className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
        {children}
        {clear}
      </search>
    )
  }
  return (
    <details className="mb-2">
      <summary className="min-h-11 content-center text-brass">
        {count === 0 ? 'Filters' : `Filters (${count} set)`}
      </summary>
      <search aria-label="Filters" className="grid gap-3 py-2">
        {children}
        {clear}
      </search>
    </details>
  )
}

interface TextFilterProps {
  label: string
  value: string
  /** By Enter, and by leaving the field. */
  onCommit(value: string): void
  placeholder?: string
}

/** A text to filter by. The list is asked for once it is written, not with each letter. */
export function TextFilter({ label, value, onCommit, placeholder }: TextFilterProps) {
  const [typed, setTyped] = useState(value)
  // The address may change by itself: by the browser's back button.
  useEffect(() => setTyped(value), [value])
  const commit = () => typed.trim() !== value && onCommit(typed.trim())
  return (
    <form
      className="md:w-52"
      onSubmit={(event) => {
        event.preventDefault()
        commit()
      }}
    >
      <Field
        label={label}
        value={typed}
        onChange={setTyped}
        onBlur={commit}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  )
}

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

interface RupeeFilterProps {
  label: string
  /** As the address has it; empty for none. */
  paise: string
  onCommit(paise: string): void
}

/** An amount to filter by, typed in rupees, kept in paise. */
export function RupeeFilter({ label, paise, onCommit }: RupeeFilterProps) {
  const shown = /^\d{1,15}$/.test(paise) ? rupeesText(Number(paise)) : ''
  const [typed, setTyped] = useState(shown)
  const [wrong, setWrong] = useState(false)
  useEffect(() => setTyped(shown), [shown])
  const commit = () => {
    const next = paiseOf(typed)
    setWrong(next === undefined)
    if (next !== undefined && next !== paise) onCommit(next)
  }
  return (
    <form
      className="md:w-28"
      onSubmit={(event) => {
        event.preventDefault()
        commit()
      }}
    >
      <Field
        label={label}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        onBlur={commit}
        error={wrong ? 'Like 1,499.50' : undefined}
      />
    </form>
  )
}

function paiseOf(rupees: string): string | undefined {
  if (rupees.trim() === '') return ''
  try {
    return String(inr(rupees))
  } catch {
    return undefined
  }
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
