import type { ReactNode } from 'react'
import { messages } from '../i18n/messages.ts'
import { Button } from './controls.tsx'
import { listEnglish } from './english.ts'

const t = messages('components/list', listEnglish)

/** The selected rows of a list, by their ids. */
export type Selected = ReadonlySet<string>

interface SelectRowProps {
  id: string
  /** Accessible name: `Select order o-1`. */
  label: string
  selected: Selected
  onSelect(selected: Selected): void
  disabled?: boolean
}

/** The checkbox of a row. On a touch screen it is 44 pixels wide: a press beside the box would open the row. */
export function SelectRow({ id, label, selected, onSelect, disabled }: SelectRowProps) {
  const toggle = () => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <label className="relative -ml-1 grid size-6 shrink-0 place-items-center max-md:-m-2.5 max-md:size-11">
      <input
        type="checkbox"
        checked={selected.has(id)}
        disabled={disabled}
        onChange={toggle}
        aria-label={label}
        className="size-5 accent-brass max-md:size-6"
      />
    </label>
  )
}

interface SelectionBarProps {
  /** How many rows are selected: `3 selected`. */
  text: string
  /** Selects more rows; absent when all are selected. */
  more?: { label: string; onSelect(): void } | false
  /** Selects nothing; absent while the selected rows are worked on. */
  onClear?: (() => void) | undefined
  error?: ReactNode
  /** The actions on the selected rows. */
  children: ReactNode
}

/** Actions on the selected rows of a list. The bar stays visible while the list is scrolled. */
export function SelectionBar({ text, more, onClear, error, children }: SelectionBarProps) {
  return (
    <section
      aria-label={t.selection}
      className="sticky bottom-20 z-10 mx-auto flex max-w-full flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-edge border border-rule-strong bg-sheet px-4 py-2 md:w-fit lg:bottom-4"
    >
      <div className="flex items-center gap-2 max-md:w-full max-md:justify-between">
        <p role="status">{text}</p>
        <span className="flex">
          {more && (
            <Button small variant="ghost" onClick={more.onSelect}>
              {more.label}
            </Button>
          )}
          {onClear && (
            <Button small variant="ghost" onClick={onClear}>
              {t.none}
            </Button>
          )}
        </span>
      </div>
      {error}
      <div className="flex flex-wrap gap-2 max-md:w-full *:max-md:flex-1">{children}</div>
    </section>
  )
}
