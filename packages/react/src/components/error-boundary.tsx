import { Component, type ComponentType, createRef, type ReactNode } from 'react'

/** A failed part of the page, and the means to try again. */
export interface Failure {
  /** The error of the part, or the reason why the part was not loaded. */
  readonly error: unknown
  /** Tries again in place: nothing around the part changes. */
  readonly retry: () => void
  /** True while a retry is in progress. */
  readonly retrying: boolean
  /** Number of retries that have failed. */
  readonly retries: number
}

/** Props of `<ErrorBoundary>`. */
export interface ErrorBoundaryProps {
  /** The part of the page. */
  children: ReactNode
  /** Renders what replaces the part after it has thrown. */
  fallback: (failure: Failure) => ReactNode
  /**
   * Tries again automatically when this value changes.
   * @default only `retry` tries again
   */
  resetKey?: string | undefined
}

interface State {
  /** In an object: also `undefined` can be thrown. */
  readonly thrown: { readonly error: unknown } | undefined
  readonly retries: number
}

class Boundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { thrown: undefined, retries: 0 }
  readonly #note = createRef<HTMLDivElement>()
  #place: HTMLElement | null = null

  static getDerivedStateFromError(error: unknown): Pick<State, 'thrown'> {
    return { thrown: { error } }
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.thrown) {
      if (before.resetKey !== this.props.resetKey) this.setState({ thrown: undefined })
      return
    }
    focusAgain(this.#place)
    this.#place = null
  }

  override render(): ReactNode {
    const { thrown, retries } = this.state
    if (!thrown) return this.props.children
    const retry = () => {
      this.#place = this.#note.current?.parentElement ?? null
      this.setState({ thrown: undefined, retries: retries + 1 })
    }
    return <div ref={this.#note}>{this.props.fallback({ ...thrown, retry, retrying: false, retries })}</div>
  }
}

/**
 * Replaces a part of a page that throws while rendering, so that the rest of the page stays. All payment components contain a boundary.
 *
 * @example
 * ```tsx
 * <ErrorBoundary fallback={({ retry }) => <button onClick={retry}>Try again</button>}>
 *   <Checkout />
 * </ErrorBoundary>
 * ```
 */
export const ErrorBoundary: ComponentType<ErrorBoundaryProps> = Boundary

/** After a retry the focused button is gone: the place that it was in takes the focus, unless its new content has. */
export function focusAgain(place: HTMLElement | null): void {
  if (!place || (document.activeElement && document.activeElement !== document.body)) return
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}

/**
 * True when a reload of the page helps and a retry does not. An error with `needsReload` says so, for example after a new release has
 * removed the part. For other errors: true when a retry has failed although the device is online, because some bundlers remember a failed
 * import.
 */
export function needsReload({ error, retries }: Pick<Failure, 'error' | 'retries'>): boolean {
  if (typeof error === 'object' && error !== null && 'needsReload' in error) return error.needsReload === true
  return retries > 0 && navigator.onLine
}
