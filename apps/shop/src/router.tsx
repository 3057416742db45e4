import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react'

export type Path = '/' | '/cart' | '/pay' | '/thanks' | '/orders' | '/subscribe' | '/subscribed' | '/subscription'

/** A message to show on the page that is navigated to. */
export type NavigationNote = 'cartPaid'

/** State of a history entry that was reached from another page of the shop. */
interface NavigationState {
  readonly within: true
  readonly note?: NavigationNote
}

const NAVIGATED = 'tea-navigated'

/** Navigates to another page of the shop. `replace`: the back button skips the current page. */
export function navigate(
  path: Path,
  { replace = false, note }: { replace?: boolean; note?: NavigationNote } = {},
): void {
  if (location.pathname === path) return
  const state: NavigationState = { within: true, ...(note && { note }) }
  if (replace) history.replaceState(state, '', path)
  else history.pushState(state, '', path)
  window.dispatchEvent(new Event(NAVIGATED))
  window.scrollTo(0, 0)
}

/** How this page was reached; undefined when it was loaded from outside, in which case the focus stays where it is. */
export function navigationState(): NavigationState | undefined {
  return (history.state as NavigationState | null) ?? undefined
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange)
  window.addEventListener(NAVIGATED, onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    window.removeEventListener(NAVIGATED, onChange)
  }
}

type LinkProps = { to: Path } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>

/** A link to a page of the shop. Clicks with a modifier key open a tab or window as usual. */
export function Link({ to, ...rest }: LinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    navigate(to)
  }
  const current = usePath() === to
  return <a {...rest} href={to} onClick={onClick} aria-current={current ? 'page' : undefined} />
}
