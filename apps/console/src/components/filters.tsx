import { typedText } from '@galla/contract/digits'
import { inr } from '@galla/contract/money'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import { defined } from '../api/browser.ts'
import { DAY_MS, dateOf, dateTimeOf, dayStart, parseDateTime, rupeesText, startOfDate } from '../i18n/format.ts'
import { messages } from '../i18n/messages.ts'
import { Button, chipClass } from './controls.tsx'
import { listEnglish } from './english.ts'

const t = messages('components/list', listEnglish)

interface FilterBarProps {
  /** Number of filters that are set. */
  count: number
  onClear(): void
  children: ReactNode
}

/** The filters of a list on one line, which scrolls sideways on a phone. */
export function FilterBar({ count, onClear, children }: FilterBarProps) {
  return (
    <search
      aria-label={t.filters}
      className="-mx-4 mb-1 flex items-center gap-2 px-4 py-1 max-md:overflow-x-auto md:mx-0 md:flex-wrap md:px-0"
    >
      {children}
      {count > 0 && (
        <Button small variant="ghost" onClick={onClear} className="max-lg:min-h-11">
          {t.clear}
        </Button>
      )}
    </search>
  )
}

interface ChipProps {
  /** Id of the control. */
  id: string
  label: string
  isSet: boolean
  children: ReactNode
}

/** A filter with its name before its control. */
function Chip({ id, label, isSet, children }: ChipProps) {
  return (
    <div
      className={`${chipClass(isSet)} relative has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-brass`}
    >
      <label htmlFor={id} className="self-stretch content-center text-soft">
        {label}
      </label>
      {children}
    </div>
  )
}

const CONTROL = 'self-stretch bg-transparent outline-none!'

interface SelectFilterProps<Value extends string> {
  label: string
  value: Value
  onChange(value: Value): void
  /** The first one sets no filter. `translate` is `no` for a name that people gave. */
  options: readonly { value: Value; label: string; translate?: 'no' }[]
}

/** A filter that is chosen from a list: the browser's native select. */
export function SelectFilter<Value extends string>({ label, value, onChange, options }: SelectFilterProps<Value>) {
  const id = useId()
  return (
    <Chip id={id} label={label} isSet={value !== options[0]?.value}>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={`${CONTROL} -mr-3 field-sizing-content appearance-none pr-8`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} translate={option.translate}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden className="pointer-events-none absolute right-3 text-soft" />
    </Chip>
  )
}

interface TypedFilterProps extends Pick<ComponentProps<'input'>, 'inputMode' | 'placeholder'> {
  label: string
  value: string
  isSet: boolean
  /** Classes of the input: its width. */
  className: string
  onType(value: string): void
  /** Called on Enter and when the field loses the focus. */
  onCommit(): void
  /** The fault of the value. */
  error?: string | undefined
}

/** A filter that is typed; the list is loaded when the text is complete, not on each key. */
function TypedFilter({ label, value, isSet, className, onType, onCommit, error, ...input }: TypedFilterProps) {
  const id = useId()
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        onCommit()
      }}
    >
      <Chip id={id} label={label} isSet={isSet}>
        <input
          id={id}
          value={value}
          onChange={(event) => onType(typedText(event.target.value, input.inputMode))}
          onBlur={onCommit}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error && `${id}-error`}
          className={`${CONTROL} min-w-0 placeholder:text-soft ${className}`}
          {...input}
        />
        {error && (
          <span id={`${id}-error`} className="font-strong text-bad">
            {error}
          </span>
        )}
      </Chip>
    </form>
  )
}

interface TextFilterProps {
  label: string
  value: string
  onCommit(value: string): void
  placeholder?: string
}

/** A text filter. */
export function TextFilter({ label, value, onCommit, placeholder }: TextFilterProps) {
  const [typed, setTyped] = useState(value)
  // The browser's back button changes the value as well.
  useEffect(() => setTyped(value), [value])
  return (
    <TypedFilter
      label={label}
      value={typed}
      isSet={value !== ''}
      className="w-28"
      onType={setTyped}
      onCommit={() => typed.trim() !== value && onCommit(typed.trim())}
      placeholder={placeholder}
    />
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
    <TypedFilter
      label={label}
      value={typed}
      isSet={paise !== ''}
      className="w-16"
      inputMode="decimal"
      onType={setTyped}
      onCommit={commit}
      error={invalid ? t.rupeesLike : undefined}
    />
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
