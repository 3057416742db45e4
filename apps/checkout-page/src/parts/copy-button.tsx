import { useEffect, useState } from 'react'
import { useWords } from '../words/use-words.tsx'
import { Button } from './button.tsx'

const SHOWN_MS = 2_000

/** Copies a text, and says so for two seconds. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const words = useWords()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      // Denied by the browser: the text itself is on the page and can be selected.
      () => setCopied(false),
    )
  return (
    <Button look="link" onClick={() => void copy()}>
      <span aria-live="polite">{copied ? words.copied : children}</span>
    </Button>
  )
}
