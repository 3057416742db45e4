import { X } from 'lucide-react'
import { useEffect } from 'react'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/use-store.ts'

type Tone = 'neutral' | 'good' | 'bad'

interface Toast {
  id: number
  text: string
  tone: Tone
}

const SHOWN_MS = 6_000
const toasts = createStore<readonly Toast[]>([])
let next = 0

/** A short word about what was just done, at the page's foot. Nothing that matters is said here alone. */
export function say(text: string, tone: Tone = 'neutral'): void {
  toasts.set([...toasts.get().slice(-2), { id: next++, text, tone }])
}

const drop = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

const EDGES: { readonly [Key in Tone]: string } = {
  neutral: 'border-l-rule-strong',
  good: 'border-l-good',
  bad: 'border-l-bad',
}

/** Once, in the shell. */
export function Toasts() {
  const shown = useStore(toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-40 flex flex-col items-end gap-2 lg:bottom-4"
    >
      {shown.map((toast) => (
        <Line key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function Line({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => drop(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast.id])
  return (
    <p
      className={`pointer-events-auto flex max-w-md items-start gap-2 rounded-edge border border-l-4 border-rule-strong bg-sheet py-2 pr-1 pl-4 ${EDGES[toast.tone]}`}
    >
      <span className="flex-1">{toast.text}</span>
      <button
        type="button"
        aria-label="Close this message"
        onClick={() => drop(toast.id)}
        className="grid size-6 place-items-center rounded-edge text-soft hover:text-ink"
      >
        <X size={16} aria-hidden />
      </button>
    </p>
  )
}
