import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useSyncExternalStore } from 'react'

export type Path = '/' | '/cart' | '/pay' | '/thanks' | '/orders'

const MOVED = 'tea-moved'
/** What the browser's history is told of a page that was reached from another one of the shop. */
interface Arrival {
  readonly within: true
  readonly note?: Note
}

/** Why the payer was brought to a page, where that needs saying. */
export type Note = 'cartPaid'

/** Shows another page of the shop. `replace`: the browser's back button skips the one that is left. */
export function go(path: Path, { replace = false, note }: { replace?: boolean; note?: Note } = {}): void {
  if (location.pathname === path) return
  const arrival: Arrival = { within: true, ...(note && { note }) }
  if (replace) history.replaceState(arrival, '', path)
  else history.pushState(arrival, '', path)
  window.dispatchEvent(new Event(MOVED))
  window.scrollTo(0, 0)
}

/** How the payer came to this page; undefined: from outside, so that the focus is not ours to move. */
export function arrival(): Arrival | undefined {
  return (history.state as Arrival | null) ?? undefined
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

/** An ordinary link, which a new tab or window may open as well; on the page that it leads to it says so. */
export function Link({
  to,
  ...rest
}: { to: Path } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  const here = usePath() === to
  return <a {...rest} href={to} onClick={follow} aria-current={here ? 'page' : undefined} />
}
