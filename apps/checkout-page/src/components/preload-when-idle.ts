import type { LazyPart } from '@galla/react/components'

/** Long enough for the page itself to be there, in browsers that do not say when they are idle. */
const WITHOUT_IDLE_CALLBACK_MS = 2_000

/**
 * Loads parts that the payer may open next, one after the other, as soon as the browser has nothing else to do: they then open at once, also
 * after the connection is lost. Loads none for a payer who saves data. Returns a function that stops it.
 */
export function preloadWhenIdle(parts: readonly Pick<LazyPart<never>, 'preload'>[]): () => void {
  if (savesData()) return () => {}
  let stopped = false
  const load = async () => {
    for (const part of parts) if (!stopped) await part.preload()
  }
  const cancel = whenIdle(() => void load())
  return () => {
    stopped = true
    cancel()
  }
}

/** Browsers that have the setting "Save data" report it; TypeScript does not know the property. */
const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = window.requestIdleCallback(work)
    return () => window.cancelIdleCallback(request)
  }
  const timer = setTimeout(work, WITHOUT_IDLE_CALLBACK_MS)
  return () => clearTimeout(timer)
}
