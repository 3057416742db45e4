import { type ReactElement, useEffect, useState } from 'react'
import { Button } from './button.tsx'

const SHOWN_MS = 2_000

/** Copies a text, and says so for two seconds. */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }): ReactElement {
  const [done, setDone] = useState(false)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      // Denied by the browser: the code and the app's link are there beside it.
      setDone(false)
    }
  }
  return (
    <Button look="link" onClick={() => void copy()}>
      <span aria-live="polite">{done ? copied : label}</span>
    </Button>
  )
}
