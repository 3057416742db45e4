import { type ReactNode, useEffect, useState } from 'react'
import { useNarrow } from '../lib/use-media.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'

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
