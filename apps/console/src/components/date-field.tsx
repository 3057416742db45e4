import type { KeyboardEvent } from 'react'
import { useNow } from '../api/browser.ts'
import { DAY_MS, dateOf, startOfDate } from '../i18n/format.ts'
import { Field } from './controls.tsx'
import { dayInWords, parseDay } from './date-span.ts'

interface DateFieldProps {
  label: string
  /** The typed text, from which `parseDay` reads the day. */
  value: string
  onChange(text: string): void
  onEnter?(): void
  error?: string | undefined
}

/** A text field for a day in Indian time, day before month in every browser. Arrow up and down step by a day. */
export function DateField({ label, value, onChange, onEnter, error }: DateFieldProps) {
  const nowMs = useNow()
  return (
    <Field
      label={label}
      value={value}
      onChange={onChange}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && onEnter) {
          event.preventDefault()
          onEnter()
        }
        const day = stepped(event, value, nowMs)
        if (day !== undefined) onChange(dayInWords(day))
      }}
      placeholder={dayInWords(dateOf(nowMs))}
      autoComplete="off"
      spellCheck={false}
      error={error}
    />
  )
}

/** Arrow up and down: the day after and before the typed one. */
function stepped(event: KeyboardEvent, text: string, nowMs: number): string | undefined {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return undefined
  const startMs = startOfDate(parseDay(text, nowMs) ?? '')
  if (startMs === undefined) return undefined
  event.preventDefault()
  return dateOf(startMs + (event.key === 'ArrowUp' ? DAY_MS : -DAY_MS))
}
