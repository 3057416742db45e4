import { type ReactNode, useId, useRef, useState } from 'react'

interface PopoverProps {
  /** Accessible name of the panel. */
  label: string
  /** Id of an element whose text comes before that of the button in the button's accessible name. */
  labelledBy?: string
  /** Content of the button. */
  button: ReactNode
  /** Classes of the button. */
  className: string
  /** Classes of the panel. */
  panelClass: string
  /** Content of the panel, mounted while the panel is open. */
  children(close: () => void): ReactNode
}

/** A button with a panel beside it. Esc, a press elsewhere and leaving the panel with Tab close it; the browser places it where there is room. */
export function Popover({ label, labelledBy, button, className, panelClass, children }: PopoverProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        id={`${id}-button`}
        popoverTarget={id}
        aria-expanded={open}
        aria-labelledby={labelledBy && `${labelledBy} ${id}-button`}
        className={className}
      >
        {button}
      </button>
      <section
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
        }}
        className={`inset-auto m-0 my-1 max-w-[calc(100vw-2rem)] rounded-edge border border-rule-strong bg-sheet text-left text-base font-normal whitespace-normal text-ink [position-area:block-end_span-inline-end] [position-try-fallbacks:flip-inline,flip-block] max-sm:inset-x-4 max-sm:top-[anchor(bottom)] max-sm:w-auto max-sm:[position-area:none] ${panelClass}`}
      >
        {open && children(close)}
      </section>
    </>
  )
}
