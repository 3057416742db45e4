import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createStore, useStore } from '../api/browser.ts'
import { messages, phrase } from '../i18n/messages.ts'
import { Button, Field } from './controls.tsx'
import { controlsEnglish } from './english.ts'

const t = messages('components/controls', controlsEnglish)

interface DialogProps {
  open: boolean
  /** Called by the close button, by Esc and by a press on the backdrop. */
  onClose(): void
  title: string
  /** The element with `data-first` takes the focus; without one, the first focusable element. */
  children: ReactNode
  /** Wider on a desktop. On a phone every dialog is a sheet at the bottom. */
  wide?: boolean
}

/** A modal `<dialog>`: the browser traps the focus, returns it on close and makes the page behind inert. */
export function Dialog({ open, ...dialog }: DialogProps) {
  return open && <OpenDialog {...dialog} />
}

function OpenDialog({ onClose, title, children, wide = false }: Omit<DialogProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()

  // When the component goes, its layout effect closes the dialog while it is still in the document; afterwards the focus would not return.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    const first = element.querySelector<HTMLElement>('[data-first]')
    first?.focus()
    // Typing replaces a value that is there already.
    if (first instanceof HTMLInputElement) first.select()
    return () => element.close()
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same as a press on the backdrop
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        // React passes it on from a dialog that this one has opened.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`max-h-[90dvh] w-full overflow-visible rounded-edge border border-rule-strong bg-sheet p-0 font-sans text-base text-ink max-sm:mx-0 max-sm:mt-auto max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none ${
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
            aria-label={t.close}
            onClick={onClose}
            className="-mr-2 grid size-10 place-items-center rounded-edge text-soft hover:bg-brass-wash hover:text-ink"
          >
            <X size={20} aria-hidden />
          </button>
        </header>
        <div className="overflow-y-auto px-6 pt-4 pb-4 has-[[data-footer]]:pb-0 max-sm:px-4">{children}</div>
      </div>
    </dialog>
  )
}

/** The buttons of a dialog; they stay in sight while the content above scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div
      data-footer
      className="sticky bottom-0 z-1 -mx-6 flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-sheet px-6 py-3 max-sm:-mx-4 max-sm:px-4"
    >
      {children}
    </div>
  )
}

interface DialogFormProps {
  onClose(): void
  /** Not called while `busy`. */
  onSubmit(): void
  /** Label of the button that submits: `Create the key`. */
  action: string
  /** Label of the button that closes the dialog, where `Cancel` could be read as the action. @default 'Cancel' */
  dismiss?: string
  variant?: 'primary' | 'danger'
  busy: boolean
  disabled?: boolean
  /** Without fields, the button that submits takes the focus. */
  focusAction?: boolean
  children: ReactNode
}

/** Fields in a dialog, with a button that submits them and one that cancels. */
export function DialogForm(props: DialogFormProps) {
  const {
    onClose,
    onSubmit,
    action,
    dismiss = t.cancel,
    variant = 'primary',
    busy,
    disabled = false,
    focusAction = false,
    children,
  } = props
  const form = useRef<HTMLFormElement>(null)
  return (
    <form
      ref={form}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (busy) return
        onSubmit()
        // After the problems are rendered, the first wrong field takes the focus.
        requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      }}
    >
      {children}
      <DialogFooter>
        <Button onClick={onClose}>{dismiss}</Button>
        <Button type="submit" variant={variant} busy={busy} disabled={disabled} data-first={focusAction || undefined}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface ConfirmProps {
  open: boolean
  onClose(): void
  onConfirm(): void
  title: string
  /** The effect of the action. */
  children: ReactNode
  /** Label of the confirm button: `Replay 12 callbacks`. */
  action: string
  /** As of `DialogForm`. */
  dismiss?: string
  busy?: boolean
  error?: ReactNode
  /** A word to type before the action can be confirmed, for actions that cannot be undone. */
  confirmation?: string
}

/** Asks for confirmation of an action. */
export function Confirm(props: ConfirmProps) {
  const { open, onClose, onConfirm, title, children, action, dismiss, busy = false, error, confirmation } = props
  const [typed, setTyped] = useState('')
  const ready = confirmation === undefined || typed.trim() === confirmation
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <DialogForm
        action={action}
        {...(dismiss !== undefined && { dismiss })}
        busy={busy}
        disabled={!ready}
        onClose={onClose}
        onSubmit={() => {
          if (ready) onConfirm()
        }}
      >
        <div>{children}</div>
        {confirmation !== undefined && (
          <Field
            label={phrase(t.typeToConfirm(<code translate="no">{confirmation}</code>))}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
          />
        )}
        {error}
      </DialogForm>
    </Dialog>
  )
}

type ToastTone = 'neutral' | 'good' | 'bad'

interface Toast {
  id: number
  text: string
  tone: ToastTone
}

const TOAST_MS = 5_000
const toasts = createStore<readonly Toast[]>([])
let nextToastId = 0

/** Shows a short message at the bottom of the page: for five seconds, an error until it is closed. It must not be the only place of important information. */
export function showToast(text: string, tone: ToastTone = 'neutral'): void {
  toasts.set([...toasts.get().slice(-2), { id: nextToastId++, text, tone }])
}

const dismiss = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

const TOAST_EDGES: { readonly [Key in ToastTone]: string } = {
  neutral: 'border-l-rule-strong',
  good: 'border-l-good',
  bad: 'border-l-bad',
}

/** The region that shows toasts; the shell mounts it once. */
export function Toasts() {
  const shown = useStore(toasts)
  const region = useRef<HTMLDivElement>(null)
  // A dialog has its buttons at the right of its bottom: a message is beside it, in a narrow window at the top.
  // Shown again with each message: only so is the region above a dialog that was opened since.
  useLayoutEffect(() => {
    const element = region.current
    if (shown.length === 0 || !element) return
    element.showPopover()
    return () => element.hidePopover()
  }, [shown])
  return (
    <div role="status" aria-live="polite">
      <div
        ref={region}
        popover="manual"
        className="pointer-events-none fixed inset-x-4 top-auto bottom-20 m-0 w-auto flex-col items-end gap-2 max-xl:[:root:has(dialog[open])_&]:top-2 max-xl:[:root:has(dialog[open])_&]:bottom-auto overflow-visible border-0 bg-transparent p-0 text-base text-ink open:flex lg:bottom-4"
      >
        {shown.map((toast) => (
          <ToastMessage key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  )
}

function ToastMessage({ toast }: { toast: Toast }) {
  const message = useRef<HTMLParagraphElement>(null)
  const { id, tone } = toast
  useEffect(() => {
    if (tone === 'bad') return
    const timer = setInterval(() => {
      // Somebody may be reading it, or be about to press its button.
      if (!message.current?.matches(':hover, :focus-within')) dismiss(id)
    }, TOAST_MS)
    return () => clearInterval(timer)
  }, [id, tone])
  return (
    <p
      ref={message}
      className={`pointer-events-auto flex max-w-md items-start gap-2 xl:[:root:has(dialog[open])_&]:max-w-[calc((100%-48rem)/2-1rem)] rounded-edge border border-l-4 border-rule-strong bg-sheet py-2 pr-1 pl-4 ${TOAST_EDGES[tone]}`}
    >
      <span className="flex-1">{toast.text}</span>
      <button
        type="button"
        aria-label={t.closeMessage}
        onClick={() => dismiss(id)}
        className="grid size-6 place-items-center rounded-edge text-soft hover:text-ink"
      >
        <X size={16} aria-hidden />
      </button>
    </p>
  )
}
