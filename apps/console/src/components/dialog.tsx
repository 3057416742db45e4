import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createStore, useStore } from '../api/browser.ts'
import { Button, Field } from './controls.tsx'

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

interface ConfirmProps {
  open: boolean
  onClose(): void
  onConfirm(): void
  title: string
  /** What will happen, in plain words. */
  children: ReactNode
  /** The button's own verb: `Replay 12 callbacks`. */
  verb: string
  busy?: boolean
  error?: ReactNode
  /** To be typed before the button answers; for what cannot be taken back. */
  word?: string
}

/** Asks before something is done that others will notice. */
export function Confirm({ open, onClose, onConfirm, title, children, verb, busy = false, error, word }: ConfirmProps) {
  const [typed, setTyped] = useState('')
  const ready = word === undefined || typed.trim() === word
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (ready && !busy) onConfirm()
        }}
      >
        <div>{children}</div>
        {word !== undefined && (
          <Field label={`Type ${word} to confirm`} value={typed} onChange={setTyped} autoComplete="off" />
        )}
        {error}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={busy} disabled={!ready}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Tone = 'neutral' | 'good' | 'bad'

interface Toast {
  id: number
  text: string
  tone: Tone
}

const SHOWN_MS = 6_000
const toasts = createStore<readonly Toast[]>([])
let next = 0

/** A short word about what was just done, at the page's foot. Nothing that matters is said here alone. */
export function say(text: string, tone: Tone = 'neutral'): void {
  toasts.set([...toasts.get().slice(-2), { id: next++, text, tone }])
}

const drop = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

const EDGES: { readonly [Key in Tone]: string } = {
  neutral: 'border-l-rule-strong',
  good: 'border-l-good',
  bad: 'border-l-bad',
}

/** Once, in the shell. */
export function Toasts() {
  const shown = useStore(toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-40 flex flex-col items-end gap-2 lg:bottom-4"
    >
      {shown.map((toast) => (
        <Line key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function Line({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => drop(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast.id])
  return (
    <p
      className={`pointer-events-auto flex max-w-md items-start gap-2 rounded-edge border border-l-4 border-rule-strong bg-sheet py-2 pr-1 pl-4 ${EDGES[toast.tone]}`}
    >
      <span className="flex-1">{toast.text}</span>
      <button
        type="button"
        aria-label="Close this message"
        onClick={() => drop(toast.id)}
        className="grid size-6 place-items-center rounded-edge text-soft hover:text-ink"
      >
        <X size={16} aria-hidden />
      </button>
    </p>
  )
}
