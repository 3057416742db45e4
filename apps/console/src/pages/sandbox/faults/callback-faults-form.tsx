import type { CallbackFaults } from '@galla/contract/sandbox-api/faults'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'

const FIELDS = [
  { name: 'delayMs', label: 'Late by, seconds', scale: 1_000, most: 86_400 },
  { name: 'duplicateRate', label: 'Doubled, %', scale: 0.01, most: 100 },
  { name: 'reorderRate', label: 'Out of order, %', scale: 0.01, most: 100 },
  { name: 'tamperRate', label: 'Tampered, %', scale: 0.01, most: 100 },
  { name: 'dropRate', label: 'Lost, %', scale: 0.01, most: 100 },
] as const satisfies readonly { name: keyof CallbackFaults; label: string; scale: number; most: number }[]

type Texts = { readonly [name: string]: string }

interface CallbackFaultsFormProps {
  faults: CallbackFaults
  busy: boolean
  onSet(faults: CallbackFaults): void
}

/** What happens to callbacks between provider and shop. */
export function CallbackFaultsForm({ faults, busy, onSet }: CallbackFaultsFormProps) {
  const [texts, setTexts] = useState<Texts>(() =>
    Object.fromEntries(FIELDS.map(({ name, scale }) => [name, String(Math.round((faults[name] ?? 0) / scale))])),
  )
  const read = FIELDS.map(({ name, scale, most }) => {
    const text = texts[name] ?? '0'
    const value = Number(text === '' ? '0' : text)
    return { name, value: /^\d*$/.test(text) && value <= most ? value * scale : undefined }
  })
  const ready = read.every(({ value }) => value !== undefined)
  return (
    <form
      aria-label="Callbacks on their way"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!ready || busy) return
        const wanted = Object.fromEntries(read.filter(({ value }) => value).map(({ name, value }) => [name, value]))
        onSet({ ...wanted, ...(faults.copies && wanted.duplicateRate ? { copies: faults.copies } : {}) })
      }}
    >
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-5">
        {FIELDS.map(({ name, label, most }, at) => (
          <Field
            key={name}
            label={label}
            value={texts[name] ?? ''}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
            error={read[at]?.value === undefined ? `From 0 to ${most}.` : undefined}
            inputMode="numeric"
            autoComplete="off"
            className="text-right tabular-nums"
          />
        ))}
      </div>
      <Button type="submit" busy={busy} disabled={!ready} className="justify-self-start">
        Set it
      </Button>
    </form>
  )
}
