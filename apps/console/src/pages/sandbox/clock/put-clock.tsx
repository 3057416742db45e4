import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'

/** India has one zone and no summer time. */
const ZONE = '+05:30'
const ZONE_MS = 19_800_000

/** As the browser's own field writes it: `2026-11-21T15:04:05`. */
const fieldText = (ms: number) => new Date(ms + ZONE_MS).toISOString().slice(0, 19)

/** Puts the clock anywhere. Into the past nothing is undone. */
export function PutClock({ nowMs, busy, onPut }: { nowMs: number; busy: boolean; onPut(ms: number): void }) {
  // The time as it was when this was opened: a field that runs on would take away what is being typed.
  const [text, setText] = useState(() => fieldText(nowMs))
  const ms = Date.parse(`${text}${ZONE}`)
  const valid = Number.isSafeInteger(ms) && ms >= 0
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (valid && !busy) onPut(ms)
      }}
    >
      <Field
        label="Put it at, Indian time"
        type="datetime-local"
        step={1}
        value={text}
        onChange={setText}
        error={valid ? undefined : 'Write a day and a time.'}
        hint={
          valid && ms + 60_000 < nowMs
            ? 'Into the past nothing is undone; what is to come only comes later.'
            : undefined
        }
      />
      <Button type="submit" className="sm:mt-6" busy={busy} disabled={!valid}>
        Put it there
      </Button>
    </form>
  )
}
