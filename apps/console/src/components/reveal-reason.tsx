import { useState } from 'react'
import { messages } from '../i18n/messages.ts'
import { Field } from './controls.tsx'
import { Dialog, DialogForm } from './dialog.tsx'
import { controlsEnglish } from './english.ts'

const t = messages('components/controls', controlsEnglish)

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
    <Dialog open onClose={onClose} title={t.reveal.title}>
      <DialogForm
        action={t.reveal.action}
        busy={busy}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (!isMissing) onReason(reason.trim())
        }}
      >
        <p>{t.reveal.note}</p>
        <Field
          label={t.reveal.reason}
          data-first
          value={reason}
          onChange={setReason}
          maxLength={200}
          autoComplete="off"
          placeholder={t.reveal.example}
          error={submitted && isMissing ? t.reveal.missing : undefined}
        />
      </DialogForm>
    </Dialog>
  )
}
