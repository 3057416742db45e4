import { CalendarDays, ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useNow } from '../api/browser.ts'
import { dateOf } from '../i18n/format.ts'
import { messages } from '../i18n/messages.ts'
import { Button, chipClass, INPUT } from './controls.tsx'
import { DateField } from './date-field.tsx'
import { type DaySpan, dayInWords, parseDay, presets, spanInWords } from './date-span.ts'
import { datesEnglish } from './english.ts'
import { Popover } from './popover.tsx'

const t = messages('components/dates', datesEnglish)

interface DateRangeProps extends DaySpan {
  onChange(span: DaySpan): void
  /** @default `Dates` */
  label?: string
  hideLabel?: boolean
  /** True for one filter of a list, with the label inside. @default false */
  chip?: boolean
  /** True when the span may be empty on a side. @default true */
  optional?: boolean
}

/** Chooses days in Indian time: a button with the days, which opens presets and two text fields. */
export function DateRange(props: DateRangeProps) {
  const { from, to, onChange, label = t.label, hideLabel, chip = false, optional = true } = props
  const id = useId()
  const isSet = from !== '' || to !== ''
  const name = (
    <span id={id} className={chip ? 'text-soft' : hideLabel ? 'sr-only' : 'text-sm font-strong'}>
      {label}
    </span>
  )
  const days = (
    <Popover
      label={label}
      labelledBy={id}
      button={
        chip ? (
          <>
            {name}
            <span>{spanInWords({ from, to })}</span>
            <ChevronDown size={16} aria-hidden className="shrink-0 text-soft" />
          </>
        ) : (
          <>
            <CalendarDays size={16} aria-hidden className="shrink-0 text-soft" />
            <span className="min-w-0 flex-1 truncate text-left">{spanInWords({ from, to })}</span>
            <ChevronDown size={16} aria-hidden className="shrink-0 text-soft" />
          </>
        )
      }
      className={chip ? chipClass(isSet) : `${INPUT} flex items-center gap-2 whitespace-nowrap tabular-nums`}
      panelClass="p-4 sm:w-96"
    >
      {(close) => (
        <Panel
          span={{ from, to }}
          optional={optional}
          onChoose={(span) => {
            onChange(span)
            close()
          }}
        />
      )}
    </Popover>
  )
  if (chip) return days
  return (
    <div className="grid content-start gap-1 max-sm:w-full">
      {name}
      {days}
    </div>
  )
}

interface PanelProps {
  span: DaySpan
  optional: boolean
  onChoose(span: DaySpan): void
}

function Panel({ span, optional, onChoose }: PanelProps) {
  const nowMs = useNow()
  const [typed, setTyped] = useState({ from: dayInWords(span.from.slice(0, 10)), to: dayInWords(span.to.slice(0, 10)) })
  const [errors, setErrors] = useState<Partial<DaySpan>>({})
  const apply = () => {
    const wanted = checkSpan(typed, optional, nowMs)
    setErrors(wanted.errors)
    if (Object.keys(wanted.errors).length === 0) onChoose(wanted.span)
  }
  const field = (name: keyof DaySpan, label: string) => (
    <DateField
      label={label}
      value={typed[name]}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
      onEnter={apply}
      error={errors[name]}
    />
  )
  return (
    // No form: the page around it may be one.
    <div className="grid gap-4">
      <ul className="grid grid-cols-2 gap-2">
        {presets(nowMs).map(({ label, from, to }) => (
          <li key={label}>
            <Button
              small
              aria-pressed={span.from === from && span.to === to}
              onClick={() => onChoose({ from, to })}
              className="w-full max-lg:min-h-11 aria-pressed:border-brass aria-pressed:bg-brass-wash aria-pressed:text-brass"
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-2">
        {field('from', t.from)}
        {field('to', t.to)}
      </div>
      <p className="text-sm text-soft">{t.note}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={apply}>
          {t.apply}
        </Button>
        {optional && (span.from !== '' || span.to !== '') && (
          <Button variant="ghost" onClick={() => onChoose({ from: '', to: '' })}>
            {t.any}
          </Button>
        )}
      </div>
    </div>
  )
}

function checkSpan(typed: DaySpan, optional: boolean, nowMs: number): { span: DaySpan; errors: Partial<DaySpan> } {
  const dayOf = (text: string) => (text.trim() === '' && optional ? '' : parseDay(text, nowMs))
  const [from, to] = [dayOf(typed.from), dayOf(typed.to)]
  const wrong = t.like(dayInWords(dateOf(nowMs)))
  if (from === undefined || to === undefined) {
    const errors = { ...(from === undefined ? { from: wrong } : {}), ...(to === undefined ? { to: wrong } : {}) }
    return { span: typed, errors }
  }
  const isReversed = from !== '' && to !== '' && to < from
  return { span: { from, to }, errors: isReversed ? { to: t.reversed } : {} }
}
