import { inr } from '@galla/contract/money'
import { type ReactNode, useEffect, useState } from 'react'
import { defined, useNarrow } from '../api/browser.ts'
import { DAY_MS, dateOf, dateTimeOf, dayStart, parseDateTime, rupeesText, startOfDate } from '../i18n/format.ts'
import { Button, Field } from './controls.tsx'

interface FilterBarProps {
  /** Number of filters that are set. */
  count: number
  onClear(): void
  children: ReactNode
}

/** The filters of a list: one row on a desktop, collapsed on a phone. */
export function FilterBar({ count, onClear, children }: FilterBarProps) {
  const clear = count > 0 && (
    <Button variant="ghost" onClick={onClear}>
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
  /** Called on Enter and when the field loses the focus. */
  onCommit(value: string): void
  placeholder?: string
}

/** A text filter; the list is loaded when the text is complete, not on each key. */
export function TextFilter({ label, value, onCommit, placeholder }: TextFilterProps) {
  const [typed, setTyped] = useState(value)
  // The browser's back button changes the value as well.
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

/** A moment of the address in Indian time: `2026-11-21T14:30`. */
const momentOf = (text: string): number | undefined =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(parseDateTime(text)) ? parseDateTime(text) : undefined

/**
 * The query fields of a range in the address: days, both included, or moments like `2026-11-21T14:30`, the last one excluded. What is
 * neither is left out.
 */
export function dayRange({ from = '', to = '' }: { from?: string; to?: string }): { fromMs?: string; toMs?: string } {
  const lastDay = startOfDate(to)
  const [first, end] = [momentOf(from) ?? startOfDate(from), momentOf(to) ?? (lastDay && lastDay + DAY_MS)]
  return defined({ fromMs: first?.toString(), toMs: end?.toString() })
}

/** A span as search parameters: days where it consists of whole ones, otherwise moments. */
export function rangeParams(fromMs: number, toMs: number): { from: string; to: string } {
  const isDays = dayStart(fromMs) === fromMs && dayStart(toMs) === toMs
  if (isDays) return { from: dateOf(fromMs), to: dateOf(toMs - 1) }
  return { from: dateTimeOf(fromMs).slice(0, 16), to: dateTimeOf(toMs).slice(0, 16) }
}

interface RupeeFilterProps {
  label: string
  /** Paise as text, as in the address; empty for none. */
  paise: string
  onCommit(paise: string): void
}

/** An amount filter that is typed in rupees and kept in paise. */
export function RupeeFilter({ label, paise, onCommit }: RupeeFilterProps) {
  const shown = /^\d{1,15}$/.test(paise) ? rupeesText(Number(paise)) : ''
  const [typed, setTyped] = useState(shown)
  const [invalid, setInvalid] = useState(false)
  useEffect(() => setTyped(shown), [shown])
  const commit = () => {
    const next = paiseText(typed)
    setInvalid(next === undefined)
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
        error={invalid ? 'Like 1,499.50' : undefined}
      />
    </form>
  )
}

function paiseText(rupees: string): string | undefined {
  if (rupees.trim() === '') return ''
  try {
    return String(inr(rupees))
  } catch {
    return undefined
  }
}
