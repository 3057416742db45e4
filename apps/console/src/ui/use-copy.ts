import { useEffect, useState } from 'react'
import { say } from './toast.tsx'

const SHOWN_MS = 1_500

/** Copies a text; `done` for a moment afterwards. */
export function useCopy(text: string): { done: boolean; copy(): Promise<void> } {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [done])
  return {
    done,
    async copy() {
      try {
        await navigator.clipboard.writeText(text)
        setDone(true)
      } catch {
        say('The browser does not let this page copy. Select the text instead.', 'bad')
      }
    },
  }
}
