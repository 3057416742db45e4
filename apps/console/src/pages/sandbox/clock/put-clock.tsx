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
  const [typed, setTyped] = useState<string>()
  const text = typed ?? fieldText(nowMs)
  const ms = Date.parse(`${text}${ZONE}`)
  const valid = Number.isSafeInteger(ms) && ms >= 0
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!valid || busy) return
        onPut(ms)
        setTyped(undefined)
      }}
    >
      <Field
        label="Put it at, Indian time"
        type="datetime-local"
        step={1}
        value={text}
        onChange={setTyped}
        error={valid ? undefined : 'Write a day and a time.'}
        hint={valid && ms < nowMs ? 'Into the past nothing is undone; what is to come only comes later.' : undefined}
      />
      <Button type="submit" className="mt-6" busy={busy} disabled={!valid || typed === undefined}>
        Put it there
      </Button>
    </form>
  )
}
