import { useState } from 'react'
import { Button, Field } from './controls.tsx'
import { Dialog } from './dialog.tsx'

const MIN_CHARACTERS = 3

interface RevealReasonProps {
  busy: boolean
  onClose(): void
  onReason(reason: string): void
}

/** Asks why a masked value is needed: the audit log keeps the answer with the user's name. */
export function RevealReason({ busy, onClose, onReason }: RevealReasonProps) {
  const [reason, setReason] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const isMissing = reason.trim().length < MIN_CHARACTERS
  return (
    <Dialog open onClose={onClose} title="Reveal a value">
      <form
        className="grid gap-4 font-sans text-base"
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (!isMissing && !busy) onReason(reason.trim())
        }}
      >
        <p>The value may name the payer. Who revealed it, and why, is kept in the audit log.</p>
        <Field
          label="Reason"
          data-first
          value={reason}
          onChange={setReason}
          maxLength={200}
          autoComplete="off"
          placeholder="Payer asks about ticket 4711"
          error={submitted && isMissing ? 'Enter the reason.' : undefined}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Reveal the value
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
