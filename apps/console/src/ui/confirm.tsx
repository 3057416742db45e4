import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

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
