import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { INPUT } from './field.tsx'

interface SelectProps<Value extends string> {
  label: string
  value: Value
  onChange(value: Value): void
  options: readonly { value: Value; label: string }[]
  quiet?: boolean
  className?: string
}

/** The browser's own list: a wheel on a phone, letters jump on a keyboard. */
export function Select<Value extends string>({
  label,
  value,
  onChange,
  options,
  quiet,
  className,
}: SelectProps<Value>) {
  const id = useId()
  return (
    <div className={`grid content-start gap-1 ${className ?? ''}`}>
      <label htmlFor={id} className={quiet ? 'unseen' : 'text-sm font-strong'}>
        {label}
      </label>
      <span className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className={`${INPUT} appearance-none pr-8`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-soft"
        />
      </span>
    </div>
  )
}
