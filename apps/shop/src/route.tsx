import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useSyncExternalStore } from 'react'

export type Path = '/' | '/cart' | '/pay' | '/thanks' | '/orders'

const MOVED = 'tea-moved'
/** Told to the browser's history of every page that was reached from another one of the shop. */
const WITHIN = { within: true }

/** Shows another page of the shop. `replace`: the browser's back button skips the one that is left. */
export function go(path: Path, { replace = false } = {}): void {
  if (location.pathname === path) return
  if (replace) history.replaceState(WITHIN, '', path)
  else history.pushState(WITHIN, '', path)
  window.dispatchEvent(new Event(MOVED))
  window.scrollTo(0, 0)
}

/** The shopper came here from another page of the shop, so the focus is ours to move. */
export function cameFromWithin(): boolean {
  return (history.state as { within?: boolean } | null)?.within === true
}

export function usePath(): string {
  return useSyncExternalStore(watch, () => location.pathname)
}

function watch(moved: () => void): () => void {
  window.addEventListener('popstate', moved)
  window.addEventListener(MOVED, moved)
  return () => {
    window.removeEventListener('popstate', moved)
    window.removeEventListener(MOVED, moved)
  }
}

/** An ordinary link, which a new tab or window may open as well. */
export function Link({
  to,
  ...rest
}: { to: Path } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return <a {...rest} href={to} onClick={follow} />
}
