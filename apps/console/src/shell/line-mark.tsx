import { type LineState, line } from '../api/live.ts'
import { useStore } from '../lib/use-store.ts'

const WORDS: { readonly [Key in LineState]: { word: string; says: string } } = {
  live: { word: 'Live', says: 'What changes in the books shows here by itself.' },
  reconnecting: { word: 'Reconnecting', says: 'The line to the books broke; it is being opened again.' },
  offline: { word: 'Offline', says: 'The books do not answer. What is shown may be old.' },
}

/** Whether what is on the page is what is in the books. */
export function LineMark() {
  const state = useStore(line)
  const { word, says } = WORDS[state]
  return (
    <span role="status" title={says} className="flex items-center gap-2 text-sm whitespace-nowrap text-soft">
      <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 fill-none stroke-current stroke-2">
        {state === 'live' && <circle cx="6" cy="6" r="4" className="fill-current" />}
        {state === 'reconnecting' && <circle cx="6" cy="6" r="4" strokeDasharray="3 3" />}
        {state === 'offline' && <path d="M2 2l8 8M10 2l-8 8" />}
      </svg>
      <span className="max-sm:unseen">{word}</span>
    </span>
  )
}
