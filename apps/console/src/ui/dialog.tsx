import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  open: boolean
  /** Also called by Esc and by a press beside it. */
  onClose(): void
  title: string
  /** The focus goes to what has `data-first`, else to the first that takes it. */
  children: ReactNode
  /** On a phone it comes from below, as wide as the screen. */
  wide?: boolean
}

/** The browser's own dialog: it keeps the focus inside, gives it back, and lets nothing behind it be touched. */
export function Dialog({ open, onClose, title, children, wide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()

  // Before the element goes: one that is no longer in the page gives the focus back to nobody.
  useLayoutEffect(() => {
    const here = dialog.current
    if (!open || !here) return
    here.showModal()
    here.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => here.close()
  }, [open])

  if (!open) return null
  return (
    // Esc does the same as a press beside it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`max-h-[90dvh] w-full overflow-visible rounded-edge border border-rule-strong bg-sheet p-0 text-ink max-sm:mx-0 max-sm:mt-auto max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none ${
        wide ? 'sm:max-w-3xl' : 'sm:max-w-lg'
      }`}
    >
      <div className="flex max-h-[90dvh] flex-col">
        <header className="flex items-center justify-between gap-4 border-b border-rule px-6 py-3 max-sm:px-4">
          <h2 id={heading} className="text-lg">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-mr-2 grid size-10 place-items-center rounded-edge text-soft hover:bg-brass-wash hover:text-ink"
          >
            <X size={20} aria-hidden />
          </button>
        </header>
        <div className="overflow-y-auto px-6 py-4 max-sm:px-4">{children}</div>
      </div>
    </dialog>
  )
}
