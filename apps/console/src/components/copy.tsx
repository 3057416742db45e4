import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messages } from '../i18n/messages.ts'
import { visibleText } from '../i18n/visible-text.ts'
import { Button } from './controls.tsx'
import { showToast } from './dialog.tsx'
import { controlsEnglish } from './english.ts'

const t = messages('components/controls', controlsEnglish)

const COPIED_MS = 1_500

/** Copies a text to the clipboard, which a function makes when it is needed; `done` is true for 1.5 seconds afterwards. */
export function useCopy(text: string | (() => string)): { done: boolean; copy(): Promise<void> } {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [done])
  return {
    done,
    async copy() {
      try {
        await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
        setDone(true)
      } catch {
        showToast(t.copy.refused, 'bad')
      }
    },
  }
}

interface CopyButtonProps {
  value: string
  /** Name of the copied value in the label of the button: `order id`. */
  what: string
  className?: string
}

/** A small button that copies an id. */
export function CopyButton({ value, what, className = '' }: CopyButtonProps) {
  const { done, copy } = useCopy(value)
  return (
    <button
      type="button"
      aria-label={done ? t.copy.whatDone(what) : t.copy.what(what)}
      onClick={() => void copy()}
      className={`relative grid size-6 shrink-0 place-items-center rounded-edge text-soft before:absolute before:-inset-1 hover:bg-brass-wash hover:text-ink ${className}`}
    >
      {done ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  )
}

/** Characters at the end of an id that are always shown. */
const TAIL = 6

/**
 * An id that loses its middle only where its box is too narrow. The page holds all of it: it can be selected, found and copied.
 */
export function IdText({ value, className = '' }: { value: string; className?: string }) {
  const shown = visibleText(value)
  const [head, tail] = [shown.slice(0, -TAIL), shown.slice(-TAIL)]
  // Where the font is not monospaced, such as on a computer without one, these letters are wider than a figure.
  const isWide = /[A-Zmw]/.test(tail)
  return (
    <span
      title={shown}
      translate="no"
      className={`inline-block max-w-full min-w-0 align-bottom font-mono text-xs whitespace-nowrap ${className}`}
    >
      {shown.length > 2 * TAIL ? (
        <>
          <span
            className={`inline-block truncate align-bottom ${isWide ? 'max-w-[calc(100%-9ch)]' : 'max-w-[calc(100%-6.5ch)]'}`}
          >
            {head}
          </span>
          {/* Wider than what the first part leaves free: where all of the id fits, nothing of it is cut off. */}
          <span className={`inline-block text-left align-bottom ${isWide ? 'min-w-[9.1ch]' : 'min-w-[6.6ch]'}`}>
            {tail}
          </span>
        </>
      ) : (
        shown
      )}
    </span>
  )
}

/** A small button with a word that copies a text. */
export function CopyText({ text, children }: { text: string | (() => string); children: string }) {
  const { done, copy } = useCopy(text)
  return (
    <Button small variant="ghost" onClick={() => void copy()}>
      {done ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      <span aria-live="polite">{done ? t.copy.done : children}</span>
    </Button>
  )
}
