import { useState } from 'react'
import { Field } from './controls.tsx'
import { Dialog, DialogForm } from './dialog.tsx'

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
      <DialogForm
        action="Reveal the value"
        busy={busy}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (!isMissing) onReason(reason.trim())
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
      </DialogForm>
    </Dialog>
  )
}
