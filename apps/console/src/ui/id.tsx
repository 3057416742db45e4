import { Check, Copy } from 'lucide-react'
import { useCopy } from './use-copy.ts'

interface IdProps {
  value: string
  /** What it is, for the copy button's name: `order id`. */
  what: string
  /** Characters to show at most; the middle goes. Default 28. */
  most?: number
}

/** An id in even letters, whole or with its middle left out, and one tap to copy all of it. */
export function Id({ value, what, most = 28 }: IdProps) {
  const { done, copy } = useCopy(value)
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="truncate font-mono text-xs" title={value}>
        {middleOut(value, most)}
      </span>
      <button
        type="button"
        aria-label={done ? `Copied ${what}` : `Copy ${what}`}
        onClick={(event) => {
          event.stopPropagation()
          event.preventDefault()
          void copy()
        }}
        className="relative grid size-6 shrink-0 place-items-center rounded-edge text-soft before:absolute before:-inset-1 hover:bg-brass-wash hover:text-ink"
      >
        {done ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </button>
    </span>
  )
}

/** Both ends of a long id tell more than its head alone. */
export function middleOut(text: string, most: number): string {
  if (text.length <= most) return text
  const tail = Math.floor((most - 1) / 2)
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`
}
