import { useSyncExternalStore } from 'react'
import { useWords } from '../words/use-words.tsx'

/** Says so while there is no network; what can be done without one still works. */
export function Offline() {
  const words = useWords()
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  return (
    <div role="status" className="offline">
      {!online && <p className="notice notice-wait">{words.offline}</p>}
    </div>
  )
}

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
